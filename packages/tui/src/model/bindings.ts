import { chosenAsk } from './asks.ts';
import type { ItemAct } from './item-acts.ts';
import { actedOn, ITEM_ACTS, wantAct } from './item-acts.ts';
import { chosenMission, MISSION_ACTS, type MissionAct, wantOfMission } from './missions.ts';
import { type Model, type Step, stay, type View, withNotice } from './model.ts';
import { back, enter, moved, shown } from './moves.ts';
import { filterItem, nextWeight, toggleFollow, toggleReasons } from './pane-acts.ts';

/** One key: when it is offered, and what it does. The last line and `?` are made from this list. */
export interface Binding {
  /** As it is written on the screen; single characters are also what is typed. */
  readonly key: string;
  readonly word: string;
  /** One line for `?`. */
  readonly about: string;
  readonly views?: readonly View[];
  /** Whether the last line offers it now; the key works all the same. */
  fits?(model: Model): boolean;
  press(model: Model): Step;
}

const forItem = (key: string, word: string, about: string, act: ItemAct): Binding => ({
  key,
  word,
  about,
  views: ['overview', 'item', 'logs', 'inbox'],
  fits: (model) => {
    const item = actedOn(model);
    return item !== null && act.fits(item, model);
  },
  press: (model) => wantAct(model, act),
});

const forMission = (key: string, word: string, about: string, act: MissionAct): Binding => ({
  key,
  word,
  about,
  views: ['missions'],
  fits: (model) => {
    const mission = chosenMission(model);
    return mission !== null && act.fits(mission);
  },
  press: (model) => wantOfMission(model, act),
});

const drainToggled = (model: Model): Step =>
  model.board === null
    ? stay(model)
    : { model, effects: [{ kind: 'command', command: { name: 'drain', on: !model.board.draining } }] };

const ask = (model: Model, label: string, kind: 'new' | 'search'): Step =>
  stay({ ...model, prompt: { kind: 'line', label, text: '', purpose: { kind } } });

/** A link is read off the screen or copied; it stays longer than an answer does. */
const workbenchShown = (model: Model): Step =>
  stay(
    model.workbench === null
      ? withNotice(model, 'No workbench is on. `symphony up` starts one.', 'warn')
      : withNotice(model, `Workbench: ${model.workbench}`, 'accent', 60_000),
  );

const hasChoices = (model: Model): boolean => {
  const chosen = chosenAsk(model);
  return chosen?.kind === 'question' && chosen.view.question.choices.length > 0;
};

/** In the order of how much they are missed when the last line is short. */
export const BINDINGS: readonly Binding[] = [
  {
    key: '?',
    word: 'keys',
    about: 'show or hide this list',
    press: (model) => stay({ ...model, helping: !model.helping }),
  },
  {
    key: 'q',
    word: 'leave',
    about: 'leave the dashboard; the conductor goes on',
    press: (model) => ({ model, effects: [{ kind: 'leave' }] }),
  },
  {
    key: '1-9',
    word: 'choice',
    about: 'take that choice as the answer; Enter sends it',
    views: ['inbox', 'missions'],
    fits: hasChoices,
    press: stay,
  },
  {
    key: 'Enter',
    word: 'answer',
    about: 'write an answer',
    views: ['inbox', 'missions'],
    fits: (model) => chosenAsk(model)?.kind === 'question',
    press: enter,
  },
  {
    key: 'Enter',
    word: 'open',
    about: 'open the chosen item',
    views: ['overview'],
    fits: ({ chosen }) => chosen !== null,
    press: enter,
  },
  {
    key: 'Esc',
    word: 'back',
    about: 'back; clears a search or a filter first',
    views: ['item', 'logs', 'inbox', 'missions'],
    press: back,
  },
  forMission('a', 'approve', 'let a planned mission begin', MISSION_ACTS.approve),
  forMission('r', 'resume', 'let a paused mission go on', MISSION_ACTS.resume),
  forMission('p', 'pause', 'start nothing more of it; what is at work finishes', MISSION_ACTS.pause),
  forMission('K', 'abort', 'end it; its branch and chambers stay (asks first)', MISSION_ACTS.abort),
  forItem('a', 'approve', 'let finished work into the merge train', ITEM_ACTS.approve),
  forItem('R', 'retry', 'play it again', ITEM_ACTS.retry),
  forItem('r', 'resume', 'let a paused item go on', ITEM_ACTS.resume),
  {
    key: 'e',
    word: 'why',
    about: 'item: the reasons instead of the transcript',
    views: ['item'],
    press: toggleReasons,
  },
  {
    key: '/',
    word: 'search',
    about: 'logs: only lines that contain these words',
    views: ['logs'],
    press: (model) => ask(model, 'Search:', 'search'),
  },
  {
    key: 'w',
    word: 'weight',
    about: 'logs: show less or more of what happens',
    views: ['logs'],
    press: nextWeight,
  },
  {
    key: 'i',
    word: 'item',
    about: 'logs: only the chosen item, or all again',
    views: ['logs'],
    press: filterItem,
  },
  {
    key: 'f',
    word: 'follow',
    about: 'stop here, or follow what comes',
    views: ['logs', 'item'],
    press: toggleFollow,
  },
  forItem('p', 'pause', 'stop its agent when its turn ends', ITEM_ACTS.pause),
  forItem('s', 'steer', 'say something to its agent', ITEM_ACTS.steer),
  forItem('t', 'attach', 'watch its agent and talk to it; Ctrl-] comes back', ITEM_ACTS.attach),
  forItem('T', 'take over', "work in the agent's own program when its turn ends", ITEM_ACTS.takeover),
  forItem('K', 'kill', 'stop it until it is retried (asks first)', ITEM_ACTS.kill),
  {
    key: 'n',
    word: 'new',
    about: 'put new work on the board',
    press: (model) => ask(model, 'New item:', 'new'),
  },
  {
    key: 'd',
    word: 'drain',
    about: 'finish what runs and start nothing new, or start again',
    press: drainToggled,
  },
  { key: 'o', word: 'workbench', about: 'show the address of the workbench', press: workbenchShown },
  {
    key: 'Tab',
    word: 'view',
    about: 'next view; Shift-Tab the one before; 1-5 too',
    press: (model) => shown(model, 1),
  },
  {
    key: 'j',
    word: 'down',
    about: 'down, like the arrow; PgDn and G go further',
    press: (model) => moved(model, 'down'),
  },
  {
    key: 'k',
    word: 'up',
    about: 'up, like the arrow; PgUp and g go further',
    press: (model) => moved(model, 'up'),
  },
  {
    key: 'g',
    word: 'first',
    about: 'to the first line',
    fits: () => false,
    press: (model) => moved(model, 'home'),
  },
  {
    key: 'G',
    word: 'last',
    about: 'to the last line',
    fits: () => false,
    press: (model) => moved(model, 'end'),
  },
];

export const bindingsIn = (view: View): readonly Binding[] =>
  BINDINGS.filter(({ views }) => views === undefined || views.includes(view));
