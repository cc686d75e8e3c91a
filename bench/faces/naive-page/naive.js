/**
 * A board as one writes it in an afternoon: every entry comes as an event of its own, is parsed, and its
 * card says the newest word at once. What the workbench is held against.
 */
const cards = new Map();
const main = document.querySelector('main');
globalThis.naive = { heard: 0, seq: 0 };

function cardOf(item) {
  const known = cards.get(item);
  if (known) return known;
  const card = document.createElement('article');
  main.append(card);
  cards.set(item, card);
  return card;
}

const after = new URLSearchParams(location.search).get('after') ?? '0';
const source = new EventSource(`/api/v1/stream?after=${after}`);
source.onmessage = ({ data }) => {
  const { seq, event } = JSON.parse(data);
  naive.heard += 1;
  naive.seq = seq;
  if (event.type !== 'agent-reported') return;
  cardOf(event.item).textContent = `${event.item} ${event.event.text ?? event.event.summary ?? ''}`;
};
