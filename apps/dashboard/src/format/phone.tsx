import { Text, type TextProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

const IDLE_MAX_MS = 1_000;

/** Resolves once the browser has drawn what there is, and has nothing else to do. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: IDLE_MAX_MS });
    else setTimeout(resolve, IDLE_MAX_MS);
  });

interface Parsed {
  readonly text: string;
  readonly country: string | undefined;
}

/** Numbering plans weigh 35 kB: they are loaded once, after the first number is shown ungrouped. */
async function loadPlans() {
  await idle();
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const known = new Map<string, Parsed>();
  // Takes a fifth of a millisecond, and lists show the same numbers again and again.
  const parse = (e164: string): Parsed => {
    const number = parsePhoneNumberFromString(e164);
    return { text: number?.formatInternational() ?? e164, country: number?.country };
  };
  const parsed = (e164: string): Parsed => {
    const found = known.get(e164) ?? parse(e164);
    known.set(e164, found);
    return found;
  };
  return {
    grouped: (e164: string): string => parsed(e164).text,
    countryOf: (e164: string): string | undefined => parsed(e164).country,
  };
}

const usePlans = () =>
  useQuery({ queryKey: ['phone-plans'], queryFn: loadPlans, staleTime: Infinity, gcTime: Infinity }).data;

/** Calls in simulations: a London number that is reserved for fiction. */
export const EXAMPLE_CALLER = '+442079460000';

const ungrouped = (e164: string): string => e164;
const unknown = (): undefined => undefined;

export const usePhoneFormat = (): ((e164: string) => string) => usePlans()?.grouped ?? ungrouped;

/** Returns the country of a number, if its digits name one. None until the numbering plans are loaded. */
export const usePhoneCountry = (): ((e164: string) => string | undefined) => usePlans()?.countryOf ?? unknown;

/** A phone number grouped for reading. Anything else, such as a redacted caller, is shown as it is. */
export function Phone({ value, none = 'Not shown', ...props }: { value: string | null; none?: string } & TextProps) {
  const grouped = usePhoneFormat();
  return (
    <Text span inherit className="figures whole" {...props}>
      {value === null ? none : grouped(value)}
    </Text>
  );
}

const E164_IN_TEXT = /\+[1-9]\d{6,14}/g;

/** Returns a text in which phone numbers are grouped for reading. */
export function useTextWithPhones(text: string): string {
  const grouped = usePhoneFormat();
  return text.replace(E164_IN_TEXT, grouped);
}

export const TextWithPhones = ({ text }: { text: string }) => useTextWithPhones(text);

interface CallParties {
  readonly caller: string | null;
  readonly caller_withheld: boolean;
}

/** The caller of a call. Without a number, it was withheld, or the account's settings hide it. */
export function Caller({ call }: { call: CallParties }) {
  return <Phone value={call.caller} {...(call.caller_withheld && { none: 'Withheld' })} />;
}
