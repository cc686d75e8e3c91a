import { chosenAsk } from './asks.ts';
import { bindingsIn } from './bindings.ts';
import type { Key, NamedKey } from './key.ts';
import { type Model, type Step, stay, VIEWS } from './model.ts';
import { answering, back, enter, goTo, moved, shown } from './moves.ts';
import { promptKey } from './prompt.ts';

/** What a key does: an open prompt has it first, then the list of keys, then the view. */
export function pressed(model: Model, key: Key): Step {
  if (model.prompt) return promptKey(model, model.prompt, key);
  if (model.helping) return stay({ ...model, helping: false });
  return 'name' in key ? named(model, key.name) : typed(model, key.char);
}

function named(model: Model, name: NamedKey): Step {
  switch (name) {
    case 'up':
    case 'down':
    case 'page-up':
    case 'page-down':
    case 'home':
    case 'end':
      return moved(model, name);
    case 'enter':
      return enter(model);
    case 'escape':
      return back(model);
    case 'tab':
      return shown(model, 1);
    case 'back-tab':
      return shown(model, -1);
    case 'interrupt':
      return { model, effects: [{ kind: 'leave' }] };
    case 'backspace':
    case 'clear-line':
    case 'drop-word':
      return stay(model);
  }
}

function typed(model: Model, char: string): Step {
  if (/^[1-9]$/.test(char)) return digit(model, Number(char));
  return (
    bindingsIn(model.view)
      .find(({ key }) => key === char)
      ?.press(model) ?? stay(model)
  );
}

/**
 * A number is a choice where there is one to take, and a view elsewhere. Because the two are easily
 * mistaken for each other a choice only begins the answer: Enter sends it.
 */
function digit(model: Model, number: number): Step {
  const asking = model.view === 'inbox' || model.view === 'missions';
  const ask = asking ? chosenAsk(model) : null;
  const choice = ask?.kind === 'question' ? ask.view.question.choices[number - 1] : undefined;
  if (choice !== undefined) return stay(answering(model, choice));
  const view = VIEWS[number - 1];
  return stay(view ? goTo(model, view) : model);
}
