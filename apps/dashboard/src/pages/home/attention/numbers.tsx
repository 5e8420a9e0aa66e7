import { useQueries, useQuery } from '@tanstack/react-query';
import type { NumbersListQuery, NumberStates, PhoneNumber } from '@trunkline/client';
import { format } from '../../../format';
import { Phone } from '../../../format/phone';
import { trunkline } from '../../../session/client';
import { COUNTED_MAX, useNumberStates } from '../../../session/number-states';
import { TextLink } from '../../../ui/links';
import type { Matter } from './matters';

interface Counts extends NumberStates {
  /** Active numbers without a route; zero until they are counted. */
  readonly activeUnrouted: number;
}

/** What needs attention about numbers: how many there are, how the API finds them, and where they are listed. */
const TOPICS = [
  {
    countOf: ({ activeUnrouted }) => activeUnrouted,
    filter: { unrouted: true, status: ['active'] },
    search: { routing: 'unrouted', status: 'active' },
    state: 'warn',
    texts: [
      'routes nowhere. Callers hear that it is not available.',
      'route nowhere. Callers hear that they are not available.',
    ],
    actions: ['Choose a route', 'Choose a route'],
  },
  {
    countOf: ({ past_due }) => past_due,
    filter: { past_due: true },
    search: { routing: 'past_due' },
    state: 'warn',
    texts: ['is past due. It will be suspended.', 'are past due. They will be suspended.'],
    actions: ['Open the number', 'See which'],
  },
  {
    countOf: ({ suspended }) => suspended,
    filter: { status: ['suspended'] },
    search: { status: 'suspended' },
    state: 'bad',
    texts: ['is suspended and receives no calls.', 'are suspended and receive no calls.'],
    actions: ['Open the number', 'See which'],
  },
  {
    countOf: ({ price_changing }) => price_changing,
    filter: { price_changing: true },
    search: { routing: 'price_changing' },
    state: 'idle',
    texts: ['changes its price.', 'change their price.'],
    actions: ['See its price', 'See the prices'],
  },
] as const satisfies readonly {
  readonly countOf: (counts: Counts) => number;
  readonly filter: NumbersListQuery;
  readonly search: Readonly<Record<string, string>>;
  readonly state: Matter['state'];
  readonly texts: readonly [one: string, several: string];
  readonly actions: readonly [one: string, several: string];
}[];

/** Whether the query may still answer soon. A query that is retried keeps nothing waiting. */
export const isFirstAttempt = ({ isLoading, failureCount }: { isLoading: boolean; failureCount: number }): boolean =>
  isLoading && failureCount === 0;

/** Counts the active numbers without a route. The count of states has those that do not work yet, too: with such, it takes a request. */
function useUnrouted({ unrouted, pending_documents, suspended }: Partial<NumberStates>, isLater: boolean): number {
  const [{ filter }] = TOPICS;
  const hasOthers = Boolean(unrouted && (pending_documents || suspended));
  const { data } = useQuery({
    queryKey: ['numbers', 'count', filter],
    queryFn: ({ signal }) => trunkline.numbers.count.get(filter, { signal }),
    enabled: hasOthers && isLater,
  });
  return (hasOthers ? data?.count : unrouted) ?? 0;
}

/** Counts the numbers that need attention. A number that is alone is named once the page is shown. */
export function useNumberMatters(isLater: boolean) {
  const states = useNumberStates();
  const known = states.data?.states;
  const activeUnrouted = useUnrouted(known ?? {}, isLater);
  const counts = known && { ...known, activeUnrouted };
  const alone = useQueries({
    queries: TOPICS.map(({ filter, countOf }) => ({
      queryKey: ['numbers', 'attention', filter],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        trunkline.numbers.list({ ...filter, limit: 1 }, { signal }),
      enabled: isLater && counts !== undefined && countOf(counts) === 1,
    })),
  });
  const found = TOPICS.flatMap((topic, index): Matter[] => {
    const count = counts ? topic.countOf(counts) : 0;
    return count === 0 ? [] : [matterOf(topic, count, alone[index]?.data?.items[0])];
  });
  const hasSome = (states.data?.count ?? 0) > 0;
  return { found, hasSome, isLoading: isFirstAttempt(states) };
}

function matterOf(
  { texts, search, state, actions }: (typeof TOPICS)[number],
  count: number,
  number?: PhoneNumber,
): Matter {
  const matter = { key: texts[0], state };
  if (count === 1 && number) {
    const link = (
      <TextLink to="/numbers/$e164" params={{ e164: number.e164 }}>
        {actions[0]}
      </TextLink>
    );
    return { ...matter, text: <OneNumber number={number} text={texts[0]} />, link };
  }
  const [one, several] = actions;
  const link = (
    <TextLink to="/numbers" search={search}>
      {count === 1 ? one : several}
    </TextLink>
  );
  return { ...matter, text: <Counted count={count} texts={texts} />, link };
}

function OneNumber({ number: { e164, label }, text }: { number: PhoneNumber; text: string }) {
  return (
    <>
      <Phone value={e164} fw={600} />
      {label !== null && (
        <>
          , <bdi>{label}</bdi>,
        </>
      )}{' '}
      {text}
    </>
  );
}

function Counted({ count, texts: [one, several] }: { count: number; texts: readonly [string, string] }) {
  return (
    <>
      <b>
        {format.count(count)}
        {count === COUNTED_MAX && ' or more'} {count === 1 ? 'number' : 'numbers'}
      </b>{' '}
      {count === 1 ? one : several}
    </>
  );
}
