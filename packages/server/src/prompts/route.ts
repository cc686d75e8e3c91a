import { type Json, normaliseName, type TrackedItem } from '@symphony/domain';
import { type ProjectConfig, type PromptRoute, promptName } from '../config/index.ts';

/** The template for this item: the first route whose conditions all hold, else the default (null: none named). */
export function routePrompt(config: ProjectConfig, item: TrackedItem): string | null {
  const path = config.prompts.routes.find((route) => matches(route, item))?.prompt ?? config.prompts.default;
  return path === null ? null : promptName(path);
}

function matches(route: PromptRoute, item: TrackedItem): boolean {
  if (route.label !== null && !item.labels.some((label) => same(label, route.label))) return false;
  if (route.field === null) return route.label !== null;
  const value = item.fields[route.field.name];
  const wanted = route.field.value;
  return Array.isArray(value) ? value.some((each: Json) => same(each, wanted)) : same(value, wanted);
}

const same = (a: unknown, b: unknown): boolean =>
  a !== undefined && a !== null && normaliseName(String(a)) === normaliseName(String(b));
