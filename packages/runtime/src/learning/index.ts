export { SkillLearning, verifyByModel } from './after-session.ts';
export { Experience, type Learned } from './experience.ts';
export type { Skill, SkillStep } from './skill.ts';
export { SkillBook, type SkillFound, type Verification } from './skill-book.ts';
export { skilledPlanning } from './skilled-planning.ts';
export { type RuntimeStats, runtimeStats } from './stats.ts';
export { type WorkClass, workClassOf } from './work-class.ts';
