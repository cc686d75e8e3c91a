export type { Role, RoleParameter } from '@symphony/domain';
