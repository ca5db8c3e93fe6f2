import type { QrCode as Code } from '@plumbline/contract'

/** Modules of light around the code that scanners need to find it (ISO/IEC 18004, 6.3.8). */
const QUIET_ZONE = 4

/** A QR code, dark on light in both color schemes and on paper, because many scanners read nothing else. */
export function QrCode({
  qr: { size, path },
  label,
  className,
}: {
  qr: Code
  label: string
  className?: string | undefined
}) {
  const side = size + 2 * QUIET_ZONE
  return (
    <svg
      role="img"
      aria-label={label}
      className={className}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
