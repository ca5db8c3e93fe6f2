import type { complianceTokens, Summary } from '@plumbline/contract'
import { formatCount, formatPercent } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { StatusShape } from '../../components/status/status-badge.tsx'
import { appearanceOf } from '../../components/status/status-appearance.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './today-page.module.css'

type Counts = Summary['compliance']
type Token = (typeof complianceTokens)[number]

/** The order of the bar and of the columns, from good to none. */
const order: readonly Token[] = [
  'COMPLIANT',
  'WARNING',
  'NON_COMPLIANT',
  'NOT_CALIBRATED',
  'OUT_FOR_CALIBRATION',
]

/** The compliance of each site's instruments, as figures that link to the register, and as a bar. */
export function ComplianceBySite({ summary }: { summary: Summary }) {
  const { sites } = useWorkspace()
  const rows = sites.flatMap((site) => {
    const found = summary.sites.find(({ site_id }) => site_id === site.id)
    return found && sumOf(found.compliance) > 0 ? [{ site, counts: found.compliance }] : []
  })
  return (
    <div className={styles.scroll}>
      <table className={styles.sites}>
        <caption className="visually-hidden">{t('today.compliance')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('today.site')}</th>
            <th scope="col" className={styles.share}>
              {t('today.share')}
            </th>
            {order.map((token) => (
              <th key={token} scope="col" data-figure>
                <TokenHead token={token} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ site, counts }) => (
            <SiteRow key={site.id} name={site.name ?? '–'} siteId={site.id} counts={counts} />
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <SiteRow name={t('frame.allSites')} siteId={undefined} counts={summary.compliance} />
          </tfoot>
        )}
      </table>
    </div>
  )
}

function TokenHead({ token }: { token: Token }) {
  const { symbol, family, word } = appearanceOf(token)!
  return (
    <span className={styles.tokenHead}>
      <span style={{ color: `var(--status-${family})` }}>
        <StatusShape symbol={symbol} size={11} />
      </span>
      {token === 'NON_COMPLIANT' ? t('filter.overdueOrFailed') : t(word)}
    </span>
  )
}

function SiteRow({ name, siteId, counts }: { name: string; siteId: string | undefined; counts: Counts }) {
  const { workspaceId } = useWorkspace()
  const all = sumOf(counts)
  const good = counts.COMPLIANT + counts.WARNING
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={styles.share}>
        <span className={styles.shareWords}>{formatPercent(all === 0 ? 0 : good / all)}</span>
        <Bar counts={counts} all={all} />
      </td>
      {order.map((token) => (
        <td key={token} data-figure>
          {counts[token] === 0 ? (
            <span className={styles.none}>0</span>
          ) : (
            <LinkAnchor
              to="/w/$workspaceId/instruments"
              params={{ workspaceId }}
              search={{ compliance: token, site: siteId }}
              aria-label={t('today.figureOf', {
                count: formatCount(counts[token]),
                status:
                  token === 'NON_COMPLIANT' ? t('filter.overdueOrFailed') : t(appearanceOf(token)!.word),
                site: name,
              })}
            >
              {formatCount(counts[token])}
            </LinkAnchor>
          )}
        </td>
      ))}
    </tr>
  )
}

/** The counts as a bar; screen readers use the figures instead. */
function Bar({ counts, all }: { counts: Counts; all: number }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      {order
        .filter((token) => counts[token] > 0)
        .map((token) => (
          <span
            key={token}
            style={{
              flexGrow: counts[token] / all,
              background: `var(--status-${appearanceOf(token)!.family})`,
            }}
          />
        ))}
    </span>
  )
}

function sumOf(counts: Counts): number {
  return order.reduce((sum, token) => sum + counts[token], 0)
}
