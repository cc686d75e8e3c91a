/** What brings the drawing of charts along: loaded when the first one is shown. */
export { BarsByName } from './bars-by-name.tsx';
export { CostByDay } from './cost-by-day.tsx';
export { OutcomesByDay } from './outcomes-by-day.tsx';
