import { Button, Group, Input, Text } from '@mantine/core'
import { useState } from 'react'
import { LOGO_BYTES_MAX } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { FileChoice } from '../../../components/form/file-choice.tsx'
import styles from '../settings-form.module.css'

interface LogoFieldProps {
  id: string
  /** A data url; empty without one. */
  value: string
  error: string | undefined
  onChange: (logo: string) => void
}

/** The logo of certificates: chosen as a file, seen before it is saved. */
export function LogoField({ id, value, error, onChange }: LogoFieldProps) {
  const [tooLarge, setTooLarge] = useState(false)
  const choose = async (file: File) => {
    setTooLarge(file.size > LOGO_BYTES_MAX)
    if (file.size <= LOGO_BYTES_MAX) onChange(await dataUrlOf(file))
  }
  const remove = () => {
    setTooLarge(false)
    onChange('')
  }
  return (
    <Input.Wrapper
      id={`${id}-field`}
      labelElement="div"
      label={t('workspaceField.logo')}
      description={t('workspace.logoHint', { kilobytes: LOGO_BYTES_MAX / 1024 })}
      error={tooLarge ? t('workspace.logoTooLarge', { kilobytes: LOGO_BYTES_MAX / 1024 }) : error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <Preview logo={value} />
      <Group gap="xs" mt={6}>
        <FileChoice id={id} accept={['image/png', 'image/jpeg']} onChoose={(file) => void choose(file)}>
          {t('workspace.chooseLogo')}
        </FileChoice>
        {value !== '' && (
          <Button variant="default" onClick={remove}>
            {t('workspace.removeLogo')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

function Preview({ logo }: { logo: string }) {
  if (logo === '') {
    return (
      <Text size="sm" my={6}>
        {t('workspace.noLogo')}
      </Text>
    )
  }
  return <img src={logo} alt={t('workspace.logoPreview')} className={styles.logo} />
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(file)
  })
}
