import { Button, Code, Stack, Text, Title } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ApiFailure } from '../api/index.ts'
import { t } from '../base/messages.ts'

/** Shows an error and a button to try again; the request ID lets the operator find the cause in the log. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const failure = error instanceof ApiFailure ? error : undefined
  return (
    <Stack p="xl" maw={640} gap="sm" role="alert">
      <Title order={1}>{failure?.code === 'OFFLINE' ? t('failure.offlineTitle') : t('failure.title')}</Title>
      <Text>{failure && failure.status !== 0 ? failure.message : t('failure.hint')}</Text>
      {failure?.requestId && (
        <Text size="sm" c="dimmed">
          {t('failure.requestId')} <Code>{failure.requestId}</Code>
        </Text>
      )}
      <Button
        w="fit-content"
        onClick={() => {
          reset()
          void router.invalidate()
        }}
      >
        {t('action.tryAgain')}
      </Button>
    </Stack>
  )
}
