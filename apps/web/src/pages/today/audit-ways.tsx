import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t, type MessageKey } from '../../base/messages.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './today-page.module.css'

/** Where an auditor finds what the verdict rests on. */
export function AuditWays() {
  const { workspaceId } = useWorkspace()
  const page = (
    to: '/w/$workspaceId/instruments' | '/w/$workspaceId/documents' | '/w/$workspaceId/ledger',
    label: MessageKey,
  ) => (
    <LinkAnchor to={to} params={{ workspaceId }}>
      {t(label)}
    </LinkAnchor>
  )
  const report = (name: 'timeliness' | 'findings') => (
    <LinkAnchor to="/w/$workspaceId/reports/$report" params={{ workspaceId, report: name }}>
      {t(`reportTitle.${name}`)}
    </LinkAnchor>
  )
  return (
    <ul className={styles.activity}>
      <Way link={page('/w/$workspaceId/instruments', 'nav.instruments')} hint="today.auditInstruments" />
      <Way link={report('timeliness')} hint="today.auditTimeliness" />
      <Way link={report('findings')} hint="today.auditFindings" />
      <Way link={page('/w/$workspaceId/documents', 'nav.documents')} hint="today.auditDocuments" />
      <Way link={page('/w/$workspaceId/ledger', 'nav.ledger')} hint="today.auditLedger" />
    </ul>
  )
}

function Way({ link, hint }: { link: ReactNode; hint: MessageKey }) {
  return (
    <li>
      {link}
      <Text size="sm" c="dimmed" component="div">
        {t(hint)}
      </Text>
    </li>
  )
}
