import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@trunkline/client';
import { usePhoneFormat } from '../format/phone';
import { useNumber } from '../pages/numbers/use-number';
import { useMay } from '../session/account';
import { trunkline } from '../session/client';
import { OF_SEARCH } from '../session/refused';
import { numberSearchFault, searchOf } from '../ui/tables/filter-texts';
import { type Entry, isUsable, SECTIONS } from './navigation';
import { beginsId, digitsIn, holds, type Place, placesOfId } from './places';

const NUMBERS_MAX = 5;
const NAMES_MAX = 100;
const SHOWN_MAX = 8;
const TYPING_MS = 200;
/** Names that were loaded a minute ago are still found. */
const KEPT_MS = 60_000;

/** Pages that others lead to, for the search by Ctrl K. */
const PAGES_BELOW: readonly Entry[] = [
  { to: '/cart', label: 'Cart', needs: ['numbers:write'] },
  { to: '/checkouts', label: 'Checkouts', needs: ['numbers:read'] },
  { to: '/numbers/import', label: 'Import numbers', needs: ['numbers:write'] },
  { to: '/numbers/ports/new', label: 'Port numbers in', needs: ['numbers:write'] },
  { to: '/numbers/port-outs', label: 'Ports to other carriers', needs: ['numbers:read'] },
  { to: '/messages/log', label: 'All messages', needs: ['numbers:read'] },
  { to: '/messages/opt-outs', label: 'Opt-outs', needs: ['numbers:read'] },
  { to: '/settings/closure', label: 'Close the account' },
];

interface Options {
  readonly signal: AbortSignal;
}

/** A thing that has a name, with other texts by which it is found. */
interface Named extends Place {
  readonly found: readonly (string | null)[];
}

interface Source {
  readonly needs: Permission;
  readonly load: (options: Options) => Promise<readonly Named[]>;
}

const all = { limit: NAMES_MAX } as const;

const named =
  (path: string, kind: string) =>
  ({ id, name }: { readonly id: string; readonly name: string }): Named => ({
    to: path + id,
    label: name,
    kind,
    found: [name],
  });

/**
 * What has a name: the newest of each kind. Numbers are found by the API. End users and documents are left out, because each
 * list of them is recorded in the access log.
 */
const SOURCES: readonly Source[] = [
  {
    needs: 'sip_trunks:read',
    load: async (options) => (await trunkline.sipTrunks.list(all, options)).items.map(named('/trunks/', 'SIP trunk')),
  },
  {
    needs: 'routing:read',
    load: async (options) =>
      (await trunkline.routingProfiles.list(all, options)).items.map(named('/routing/', 'Routing profile')),
  },
  {
    needs: 'routing:read',
    load: async (options) =>
      (await trunkline.webrtcUsers.list(all, options)).items.map(named('/webrtc-users/', 'WebRTC user')),
  },
  {
    needs: 'cdrs:read',
    load: async (options) => (await trunkline.alarms.list(all, options)).items.map(named('/alarms/', 'Alarm')),
  },
  {
    needs: 'account:read',
    load: async (options) =>
      (await trunkline.account.members.list(all, options)).items.map(({ user: { name, email } }) => ({
        to: '/settings/members',
        label: name,
        kind: `Member, ${email}`,
        found: [name, email],
      })),
  },
  {
    needs: 'account:read',
    load: async (options) =>
      (await trunkline.apiKeys.list(all, options)).items.map(({ name, prefix_display }) => ({
        to: '/developers/keys',
        label: name,
        kind: `API key ${prefix_display}`,
        found: [name, prefix_display],
      })),
  },
  {
    needs: 'account:read',
    load: async (options) =>
      (await trunkline.oauthApps.list(all, options)).items.map(named('/developers/oauth-apps/', 'OAuth app')),
  },
  {
    needs: 'webhooks:read',
    load: async (options) =>
      (await trunkline.webhooks.list(all, options)).items.map(({ id, url, description }) => ({
        to: `/developers/webhooks/${id}`,
        label: description ?? url,
        kind: 'Webhook',
        found: [description, url],
      })),
  },
];

/** Pages, numbers, names, callers and resources that a text finds, and whether more may still be found. */
export function usePlaces(text: string): { readonly places: readonly Place[]; readonly isSearching: boolean } {
  const may = useMay();
  const [searched] = useDebouncedValue(text, TYPING_MS);
  const numbers = useNumbers(searched);
  const names = useNames(searched);
  const callers = useCallers(searched);
  const byId = useNumberOfId(text.toLowerCase());
  const pages = [...SECTIONS.flatMap(({ entries }) => entries), ...PAGES_BELOW]
    .filter((entry) => isUsable(entry, may) && holds(text, entry.label))
    .map(({ to, label }) => ({ to, label, kind: 'Page' }));
  const ids = [...byId, ...placesOfId(text, may('webhooks:read'))];
  const [byDigits, byText] = digitsIn(text) === '' ? [[], numbers.places] : [numbers.places, []];
  const [found, later] =
    text === searched ? [byDigits, [...names.places, ...byText, ...callers.places]] : ([[], []] as const);
  return {
    // What is found later stands below, so that nothing moves under the hand. Pages have no digits.
    places: [...ids, ...found, ...pages, ...later],
    isSearching: text !== searched || numbers.isLoading || names.isLoading || callers.isLoading,
  };
}

function useNumberOfId(text: string): readonly Place[] {
  const may = useMay();
  const grouped = usePhoneFormat();
  const number = useNumber(/^num_[0-9a-z]{8,48}$/.test(text) && may('numbers:read') ? text : undefined);
  if (!number) return [];
  return [{ to: `/numbers/${encodeURIComponent(number.e164)}`, label: grouped(number.e164), kind: 'Number' }];
}

function useNumbers(text: string) {
  const may = useMay();
  const grouped = usePhoneFormat();
  // The digits of a number, or a part of its label, tags or notes.
  const q = digitsIn(text) || searchOf(text);
  const { data, isLoading } = useQuery({
    queryKey: ['numbers', OF_SEARCH, q],
    queryFn: async ({ signal }) => trunkline.numbers.list({ q, limit: NUMBERS_MAX }, { signal }),
    enabled: numberSearchFault(q) === null && may('numbers:read'),
  });
  const places = (data?.items ?? []).map(({ e164, label, tags }) => ({
    to: `/numbers/${encodeURIComponent(e164)}`,
    label: grouped(e164),
    kind: [label, ...tags.filter((tag) => holds(text, tag))].filter(Boolean).join(', ') || 'Number',
  }));
  return { places, isLoading };
}

/** Loads all names with the first letter, so that each further one is found at once. */
function useNames(text: string) {
  const may = useMay();
  const sources = SOURCES.filter(({ needs }) => may(needs));
  const { data, isLoading } = useQuery({
    queryKey: ['names', sources.length],
    queryFn: async ({ signal }) => {
      const loaded = await Promise.allSettled(sources.map(async ({ load }) => load({ signal })));
      return loaded.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    },
    enabled: /[^\d\s()+.-]/.test(text),
    staleTime: KEPT_MS,
  });
  const places =
    text === ''
      ? []
      : (data ?? []).filter(({ to, found }) => holds(text, ...found) || beginsId(text, to)).slice(0, SHOWN_MAX);
  return { places, isLoading };
}

const CALL_ID_MIN = 6;

/** The first characters of a caller, a callee or a Call-ID. */
function searchedCalls(text: string): string {
  const digits = digitsIn(text);
  if (digits !== '') return `+${digits}`;
  return text.length >= CALL_ID_MIN && !/\s/.test(text) ? text : '';
}

/** Says that there are calls with a party or Call-ID that begins with the text. */
function useCallers(text: string) {
  const may = useMay();
  const grouped = usePhoneFormat();
  const q = searchedCalls(text);
  const { data, isLoading } = useQuery({
    queryKey: ['calls', OF_SEARCH, q],
    queryFn: async ({ signal }) => trunkline.cdrs.list({ q, limit: 1 }, { signal }),
    enabled: q !== '' && may('cdrs:read'),
    staleTime: KEPT_MS,
  });
  if (!data || data.items.length === 0) return { places: [], isLoading };
  const places: readonly Place[] = [
    { to: `/calls?q=${encodeURIComponent(q)}`, label: `Calls with ${grouped(q)}…`, kind: 'Calls' },
  ];
  return { places, isLoading };
}
