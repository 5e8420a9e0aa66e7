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

/** Numbering plans weigh 35 kB: they are loaded once, after the first number is shown ungrouped. */
async function loadGrouping() {
  await idle();
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  return (e164: string): string => parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

export function usePhoneFormat(): (e164: string) => string {
  const { data } = useQuery({
    queryKey: ['phone-grouping'],
    queryFn: loadGrouping,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return data ?? ((e164) => e164);
}

/** A phone number grouped for reading. Anything else, such as a redacted caller, is shown as it is. */
export function Phone({ value, none = 'Not shown', ...props }: { value: string | null; none?: string } & TextProps) {
  const grouped = usePhoneFormat();
  return (
    <Text span inherit className="figures whole" {...props}>
      {value === null ? none : grouped(value)}
    </Text>
  );
}

interface CallParties {
  readonly caller: string | null;
  readonly caller_withheld: boolean;
}

/** The caller of a call. Without a number, it was withheld, or the account's settings hide it. */
export function Caller({ call }: { call: CallParties }) {
  return <Phone value={call.caller} {...(call.caller_withheld && { none: 'Withheld' })} />;
}
