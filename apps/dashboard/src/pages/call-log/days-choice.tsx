import { useNavigate } from '@tanstack/react-router';
import type { Texts } from '../../router/search';
import { Choices } from '../../ui/choices';

const DAYS = ['7', '30', '90'] as const;
export type Days = (typeof DAYS)[number];

/** Without a choice in the address, and where there is none. */
export const DEFAULT_DAYS: Days = '30';

/** Returns the days that an address names, or the default. */
export const daysIn = (text: string | undefined): Days => DAYS.find((days) => days === text) ?? DEFAULT_DAYS;

/** Returns what is wrong with the days of an address, or null. */
export const daysFault = (text: string | undefined): string | null =>
  text === undefined || daysIn(text) === text ? null : `is not one of ${DAYS.join(', ')}`;

/** How many days a chart shows. The choice is in the address of the page. */
export function DaysChoice({ days }: { days: Days }) {
  const navigate = useNavigate();
  return (
    <Choices
      label="Time shown"
      options={DAYS.map((value) => ({ value, text: `${value} days` }))}
      value={days}
      onChange={(chosen) =>
        void navigate({
          to: '.',
          search: (before: Texts<string>) => ({ ...before, days: chosen === DEFAULT_DAYS ? undefined : chosen }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
