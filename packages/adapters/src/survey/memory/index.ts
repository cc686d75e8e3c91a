export { MemorySurvey } from './memory-survey.ts';
