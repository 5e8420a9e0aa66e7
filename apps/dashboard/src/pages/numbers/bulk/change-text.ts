import type { NumberChange } from '@trunkline/client';

/** Names the targets of a change. No target has no name. */
export interface Names {
  readonly routeOf: (routed: {
    readonly trunk_id: string | null;
    readonly routing_profile_id: string | null;
  }) => string | null;
  readonly bundleOf: (id: string) => string;
}

/** What stands for the names until they are loaded. */
export const UNNAMED: Names = {
  routeOf: ({ trunk_id, routing_profile_id }) => {
    if (routing_profile_id !== null) return 'a profile';
    return trunk_id === null ? null : 'a trunk';
  },
  bundleOf: () => '…',
};

const RELEASES = { end_of_cycle: 'release at the end of the paid month', immediate: 'release at once' } as const;

const tagged = (verb: string, tags: readonly string[] = []): string | null =>
  tags.length === 0 ? null : `${verb} the ${tags.length === 1 ? 'tag' : 'tags'} ${tags.join(', ')}`;

function routingText({ routing }: NumberChange, { routeOf }: Names): string | null {
  if (!routing) return null;
  const { trunk_id = null, routing_profile_id = null } = routing;
  const name = routeOf({ trunk_id, routing_profile_id });
  return name === null ? 'route nowhere' : `route to ${name}`;
}

function bundleText({ compliance_bundle_id: id }: NumberChange, { bundleOf }: Names): string | null {
  if (id === undefined) return null;
  return id === null ? 'detach the bundle' : `attach the bundle ${bundleOf(id)}`;
}

function labelText({ label }: NumberChange): string | null {
  if (label === undefined) return null;
  return label === null ? 'clear the label' : `label “${label}”`;
}

function lockText({ deletion_lock }: NumberChange): string | null {
  if (deletion_lock === undefined) return null;
  return deletion_lock ? 'protect against release' : 'remove the protection against release';
}

/** Says what a job changes of each number. */
export function changeText(change: NumberChange | null, names: Names): string {
  if (!change) return 'Import of numbers';
  const parts = [
    routingText(change, names),
    bundleText(change, names),
    labelText(change),
    tagged('add', change.add_tags),
    tagged('remove', change.remove_tags),
    lockText(change),
    change.release ? RELEASES[change.release.when] : null,
  ].filter((part) => part !== null);
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
