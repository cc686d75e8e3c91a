export { openRoleBook, ROLE_FOLDER, type RoleBook, type RoleEntry, type RoleProblem } from './book.ts';
export { type RoleReading, readRole } from './read.ts';
