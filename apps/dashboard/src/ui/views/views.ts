import type { Texts } from '../../router/search';

/** A named set of filters, as they stand in the address. */
export interface View {
  readonly name: string;
  readonly search: Texts<string>;
}

const VIEWS_MAX = 50;

/** Reads stored views. What cannot be read, such as that of another version, is left out. */
export function readViews(text: string | null): readonly View[] {
  const stored = parsed(text);
  return Array.isArray(stored) ? stored.filter(isView) : [];
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function isView(value: unknown): value is View {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('search' in value)) return false;
  const { name, search } = value;
  return (
    typeof name === 'string' &&
    typeof search === 'object' &&
    search !== null &&
    Object.values(search).every((each) => typeof each === 'string')
  );
}

/** Adds a view at the end, or replaces the one of its name. The oldest goes when there are too many. */
export function withView(views: readonly View[], view: View): readonly View[] {
  const isKnown = views.some(({ name }) => name === view.name);
  const next = isKnown ? views.map((each) => (each.name === view.name ? view : each)) : [...views, view];
  return next.slice(-VIEWS_MAX);
}

export const withoutView = (views: readonly View[], name: string): readonly View[] =>
  views.filter((each) => each.name !== name);

/** Whether two sets of filters are the same. */
export function isSearch(one: Texts<string>, other: Texts<string>): boolean {
  const of = (search: Texts<string>): string =>
    JSON.stringify(
      Object.entries(search)
        .filter(([, text]) => text !== undefined)
        .toSorted(),
    );
  return of(one) === of(other);
}
