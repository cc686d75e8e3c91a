import type { Json, Route } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { choosePlayer } from '../../src/policy/routing.ts';

const player = { agent: 'rehearsal', slots: null, stallTimeoutMs: null, model: null };
const settings = { ...SETTINGS, players: { first: player, painter: player, writer: player } };

const label = (name: string, to: string): Route => ({ label: name, field: null, player: to });
const field = (name: string, value: string, to: string): Route => ({
  label: null,
  field: { name, value },
  player: to,
});
const both: Route = { label: 'ui', field: { name: 'area', value: 'web' }, player: 'painter' };

test.each<
  readonly [
    rule: string,
    chosen: string,
    routes: readonly Route[],
    item: { labels?: string[]; fields?: Record<string, Json> },
  ]
>([
  ['nobody named: the default player', 'first', [], {}],
  ['the player it names', 'writer', [], { fields: { player: 'writer' } }],
  [
    'the player it names, before any route',
    'writer',
    [label('ui', 'painter')],
    { labels: ['ui'], fields: { player: 'writer' } },
  ],
  [
    'a player nobody knows: the routes decide',
    'painter',
    [label('ui', 'painter')],
    { labels: ['ui'], fields: { player: 'gone' } },
  ],
  ['a name every object has is no player', 'first', [], { fields: { player: 'constructor' } }],
  ['a player that is no text', 'first', [], { fields: { player: 7 } }],
  ['a route by label, in its normal form', 'painter', [label(' UI ', 'painter')], { labels: ['ui'] }],
  ['a route whose label it lacks', 'first', [label('ui', 'painter')], { labels: ['api'] }],
  ['a route by field', 'writer', [field('area', 'docs', 'writer')], { fields: { area: 'docs' } }],
  ['a route by a number field', 'writer', [field('size', '3', 'writer')], { fields: { size: 3 } }],
  ['a route by a field it lacks', 'first', [field('area', 'docs', 'writer')], {}],
  ['both conditions hold', 'painter', [both], { labels: ['ui'], fields: { area: 'web' } }],
  ['only the label holds', 'first', [both], { labels: ['ui'] }],
  ['only the field holds', 'first', [both], { fields: { area: 'web' } }],
  [
    'the first route that fits',
    'writer',
    [label('ui', 'writer'), label('ui', 'painter')],
    { labels: ['ui'] },
  ],
])('C21 who plays: %s', (_rule, chosen, routes, { labels = [], fields = {} }) => {
  expect(choosePlayer(trackedItem('A', { labels, fields }), { ...settings, routes })).toBe(chosen);
});
