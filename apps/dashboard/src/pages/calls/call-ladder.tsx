import { Box, Text } from '@mantine/core';
import { format } from '../../format';
import { moments } from '../../format/moment';
import { usePhoneFormat } from '../../format/phone';
import { useWidth } from '../../ui/charts/use-width';
import { Timeline } from '../../ui/layout/timeline';
import classes from './call-ladder.module.css';
import { type Ladder, type LadderCall, ladderOf, SERVICE, type Step } from './ladder-steps';

const ROW = 34;
const TOP = 30;
const TIMES = 84;
/** The least width of a lane: four fit on a desk of 1280 pixels. */
const LANE = 132;
const CHARACTER = 7;
const STATES = { plain: 'idle', good: 'ok', bad: 'bad' } as const;

/** Cut to what fits into a lane. */
function shortened(text: string, lane: number): string {
  const length = Math.floor(lane / CHARACTER);
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** The messages of a call, from the top down: drawn on a desk, as a list on a phone. */
export function CallLadder({ call }: { call: LadderCall }) {
  const { lanes, steps } = ladderOf(call);
  const grouped = usePhoneFormat();
  const { ref, width } = useWidth();
  const named = lanes.map((lane) => (lane.startsWith('+') ? grouped(lane) : lane));
  return (
    <>
      <Box
        ref={ref}
        visibleFrom="sm"
        className={classes['scroll'] ?? ''}
        role="region"
        aria-label="Ladder, scrollable"
        tabIndex={0}
      >
        <Drawing lanes={named} steps={steps} startedAt={call.started_at} space={width} />
      </Box>
      <Box hiddenFrom="sm">
        <Timeline
          label="Messages of the call"
          events={steps.map((step, index) => ({
            state: STATES[step.tone],
            text: (
              <>
                <b>{step.text}</b>{' '}
                {step.from !== step.to && (
                  <Text span inherit c="dimmed">
                    {named[step.from]} → {named[step.to]}
                  </Text>
                )}
              </>
            ),
            note: timesOf(steps, call.started_at)[index],
          }))}
        />
      </Box>
    </>
  );
}

/** When the call began, and how long after that each step was. What repeats the step above is left out. */
function timesOf(steps: readonly Step[], startedAt: number): readonly (string | undefined)[] {
  let last = 0;
  return steps.map(({ after }, index) => {
    if (index === 0) return moments().event(startedAt, startedAt * 1000);
    if (after === null || after === last) return undefined;
    last = after;
    return `+${format.duration(after)}`;
  });
}

interface DrawingProps extends Ladder {
  readonly startedAt: number;
  /** The width that there is for it. */
  readonly space: number;
}

/** Drawn in the size of its text, with lanes that share the width. */
function Drawing({ lanes, steps, startedAt, space }: DrawingProps) {
  const lane = Math.max(LANE, (space - TIMES) / lanes.length);
  const width = TIMES + lane * lanes.length;
  const laneAt = (index: number): number => TIMES + lane * (index + 0.5);
  const times = timesOf(steps, startedAt);
  const height = TOP + ROW * steps.length + 12;
  return (
    <svg
      className={classes['ladder']}
      width={width}
      height={height}
      role="img"
      aria-label={`Ladder of the call: ${steps.map((step) => spoken(step, lanes)).join('; ')}`}
    >
      {lanes.map((name, index) => (
        <g key={name}>
          <line className={classes['lane']} x1={laneAt(index)} x2={laneAt(index)} y1={TOP - 8} y2={height} />
          <text className={classes['head']} x={laneAt(index)} y={14} textAnchor="middle">
            {shortened(name, lane)}
          </text>
        </g>
      ))}
      {steps.map((step, index) => (
        <Row
          key={index}
          step={step}
          time={times[index]}
          start={laneAt(step.from)}
          end={laneAt(step.to)}
          y={TOP + ROW * (index + 0.7)}
          width={width}
        />
      ))}
    </svg>
  );
}

interface RowProps {
  readonly step: Step;
  readonly time: string | undefined;
  /** Where its lanes are. */
  readonly start: number;
  readonly end: number;
  readonly y: number;
  readonly width: number;
}

function Row({ step, time, start, end, y, width }: RowProps) {
  const { from, text, tone } = step;
  const direction = Math.sign(end - start);
  const tip = end - 4 * direction;
  return (
    <g className={classes[tone]}>
      {time !== undefined && (
        <text className={classes['time']} x={0} y={y + 4}>
          {time}
        </text>
      )}
      {direction === 0 ? (
        <>
          <Band isOfService={from === SERVICE} tone={tone} x={start} y={y} width={width} />
          <text x={from === SERVICE ? (TIMES + width) / 2 : start} y={y + 4} textAnchor="middle">
            {text}
          </text>
        </>
      ) : (
        <>
          <text x={(start + end) / 2} y={y - 5} textAnchor="middle">
            {text}
          </text>
          <line x1={start + 4 * direction} x2={tip} y1={y} y2={y} strokeWidth={1.4} />
          <path d={`M${tip} ${y}l${-7 * direction} -4v8z`} stroke="none" />
        </>
      )}
    </g>
  );
}

interface BandProps {
  /** What this service decides concerns every party. */
  readonly isOfService: boolean;
  readonly tone: Step['tone'];
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function Band({ isOfService, tone, x, y, width }: BandProps) {
  const place = isOfService ? { x: TIMES, width: width - TIMES } : { x: x - 60, width: 120 };
  return <rect className={classes['band']} data-tone={tone} {...place} y={y - 11} height={22} rx={4} />;
}

function spoken({ from, to, text, after }: Step, lanes: readonly string[]): string {
  const parties = from === to ? (lanes[from] ?? '') : `${lanes[from] ?? ''} to ${lanes[to] ?? ''}`;
  return `${parties}, ${text}${after === null ? '' : `, after ${format.duration(after)}`}`;
}
