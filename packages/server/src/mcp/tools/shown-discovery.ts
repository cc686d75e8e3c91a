import type { Json } from '@symphony/domain';
import type { SharedDiscovery } from '../run-tools.ts';

export const shownDiscovery = (discovery: SharedDiscovery): { readonly [key: string]: Json } => ({
  title: discovery.title,
  detail: discovery.detail,
  critical: discovery.critical,
  from: discovery.from,
  at: new Date(discovery.at).toISOString(),
});
