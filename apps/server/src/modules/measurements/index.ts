export { computePoints } from './evaluate-points.ts'
export { measurementRoutes } from './routes.ts'
export { certificateColumns, uncertaintiesOf, type CertificateRow } from './standard-store.ts'
