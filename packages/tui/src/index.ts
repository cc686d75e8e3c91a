export { type DashboardOptions, openDashboard, whyNoDashboard } from './dashboard.ts';
export type { AttachHow, LinkView } from './model/model.ts';
