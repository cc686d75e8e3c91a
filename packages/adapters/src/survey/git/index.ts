export { openSurvey, type SurveyOptions } from './git-survey.ts';
