import { useNavigate } from '@tanstack/react-router';
import { format, words } from '../../format';
import { RankedBars } from '../../ui/charts/ranked-bars';
import { heightNow } from '../../ui/charts/bar-drawing';
import { StackedBars } from '../../ui/charts/stacked-bars';
import { Loaded } from '../../ui/feedback/loaded';
import { Panel } from '../../ui/layout/panel';
import { TextLink } from '../../ui/links';
import { type Days, DaysChoice } from '../call-log/days-choice';
import { textsOfRange } from '../call-log/periods';
import { SERIES } from '../call-log/result-bars';
import { timesOf } from '../call-log/time-bars';
import type { Failures } from './failures';
import type { HomeCalls, useHomeCalls } from './home-calls';

/** Of the legend below the chart. */
const SUMS_HEIGHT = 30;
const CAUSES_MAX = 6;

interface Props {
  readonly query: ReturnType<typeof useHomeCalls>;
  readonly days: Days;
  /** Whether nothing stands beside the chart. */
  readonly isWide: boolean;
}

/** Calls per day by how they ended. Choosing days leads to their calls. */
export function CallBars({ query, days, isWide }: Props) {
  const navigate = useNavigate();
  const open = ({ slots }: HomeCalls, first: number, last: number): void => {
    const [from, to] = [slots[first]?.from, slots[last]?.to];
    if (from === undefined || to === undefined) return;
    void navigate({ to: '/calls', search: textsOfRange({ from, to }, format.timeZone) });
  };
  return (
    <Panel title="Calls per day" span={isWide ? 12 : 8} aside={<DaysChoice days={days} />}>
      <Loaded query={query} title="The chart could not be loaded" height={heightNow() + SUMS_HEIGHT}>
        {(calls) => (
          <StackedBars
            title="Calls per day by result"
            total="Calls"
            series={SERIES}
            bars={calls.bars}
            times={timesOf(calls)}
            format={(value) => format.count(value)}
            onChoose={(first, last) => open(calls, first, last)}
            empty={`No calls in the last ${days} days.`}
            emptyLink={<TextLink to="/trunks">Test a trunk with a simulated call</TextLink>}
          />
        )}
      </Loaded>
    </Panel>
  );
}

const TIMES = { today: 'today', '7d': 'in the last 7 days' } as const;

/** Why calls failed, with the calls of each cause. */
export function FailurePanel({ time, causes }: Failures) {
  const sum = causes.reduce((total, { calls }) => total + calls, 0);
  const title = `Why calls failed ${TIMES[time]}`;
  return (
    <Panel
      title={title}
      span={4}
      aside={
        <TextLink to="/calls" search={{ time, result: 'failed' }}>
          {sum === 1 ? '1 call' : `${format.count(sum)} calls`}
        </TextLink>
      }
    >
      <RankedBars
        label={title}
        tone="failed"
        bars={causes.slice(0, CAUSES_MAX).map(({ cause, calls }) => ({
          key: cause,
          name: (
            <TextLink to="/calls" search={{ time, result: 'failed', cause }} c="inherit">
              {words(cause)}
            </TextLink>
          ),
          value: calls,
        }))}
        format={(value) => format.count(value)}
      />
    </Panel>
  );
}
