/**
 * A place in a feed. `upto` is a transaction below which every transaction had ended when the walk began: the next walk starts
 * with the changes of that transaction, so it finds those that committed meanwhile.
 */
export type FeedPlace =
  | { readonly kind: 'start' }
  /** Within the full list, after the row with the key. */
  | { readonly kind: 'list'; readonly upto: string; readonly key: string }
  /** Within the changes, after the one that the transaction made to the key. */
  | { readonly kind: 'changes'; readonly upto: string | null; readonly changedIn: string; readonly key: string };

const CURSOR =
  /^(?:(?<list>list)\/(?<started>\d{1,18})\/|changes\/(?<upto>\d{0,18})\/(?<changedIn>\d{1,18}))\/(?<key>[^/]{0,64}(?:\/\d{1,3})?)$/;

interface CursorParts {
  readonly list?: string;
  readonly started: string;
  readonly upto: string;
  readonly changedIn: string;
  readonly key: string;
}

/** Returns the place at which the changes of a transaction begin. */
export function changesFrom(changedIn: string): Exclude<FeedPlace, { kind: 'start' }> {
  return { kind: 'changes', upto: null, changedIn, key: '' };
}

/** Returns the start for a cursor that is missing or is none of ours. */
export function placeOf(cursor: string | null): FeedPlace {
  const text = Buffer.from(cursor ?? '', 'base64url').toString();
  const parts = CURSOR.exec(text)?.groups as CursorParts | undefined;
  if (!parts) return { kind: 'start' };
  const { list, started, upto, changedIn, key } = parts;
  if (list !== undefined) return { kind: 'list', upto: started, key };
  return { kind: 'changes', upto: upto === '' ? null : upto, changedIn, key };
}

export function cursorOf(place: Exclude<FeedPlace, { kind: 'start' }>): string {
  const changedIn = place.kind === 'changes' ? place.changedIn : '';
  return Buffer.from([place.kind, place.upto ?? '', changedIn, place.key].join('/')).toString('base64url');
}
