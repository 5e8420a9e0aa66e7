import { Text } from '@mantine/core';
import { format } from '../../../format';
import { moments } from '../../../format/moment';
import { usePhoneFormat } from '../../../format/phone';
import { useWidth } from '../../../ui/charts/use-width';
import { Timeline } from '../../../ui/layout/timeline';
import classes from './call-ladder.module.css';
import { type Lane, type Ladder, type LadderCall, type LadderNames, ladderOf, type Step } from './ladder-steps';

const ROW = 34;
const TOP = 30;
/** The second line of a lane's head. */
const DETAIL = 16;
const TIMES = 84;
/** The least width of a lane: four fit on a desk of 1280 pixels. */
const LANE = 132;
const CHARACTER = 7;
const STATES = { plain: 'idle', good: 'ok', bad: 'bad' } as const;

/** Cut to what fits into a width. */
function shortened(text: string, width: number): string {
  const length = Math.floor(width / CHARACTER);
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** The messages of a call, from the top down: drawn on a desk, and a list on phones and for screen readers. */
export function CallLadder({ call, names }: { call: LadderCall; names: LadderNames }) {
  const { lanes, steps } = ladderOf(call, names);
  const grouped = usePhoneFormat();
  const { ref, width } = useWidth();
  const named = lanes.map(({ name, detail }) => ({ name: name.startsWith('+') ? grouped(name) : name, detail }));
  const times = steps.map(({ after }, index) => timeOf(after, index === 0 ? call.started_at : null));
  return (
    <>
      <div ref={ref} className={classes['drawing']} role="region" aria-label="Ladder, scrollable" tabIndex={0}>
        <Drawing lanes={named} steps={steps} times={times} space={width} />
      </div>
      <div className={classes['list']}>
        <Timeline
          label="Messages of the call"
          events={steps.map((step, index) => ({
            state: STATES[step.tone],
            text: <Message step={step} lanes={named} />,
            note: times[index],
          }))}
        />
      </div>
    </>
  );
}

/** When the call began, and how long after that a step was. */
function timeOf(after: number | null, startedAt: number | null): string | undefined {
  if (startedAt !== null) return moments().event(startedAt, startedAt * 1000);
  return after === null ? undefined : `+${format.duration(after)}`;
}

function Message({ step: { text, from, to, band, note }, lanes }: { step: Step; lanes: readonly Lane[] }) {
  const address = lanes[to]?.detail;
  return (
    <>
      {band ? text : <b>{text}</b>}{' '}
      {!band && (
        <Text span inherit c="dimmed">
          {lanes[from]?.name} → {lanes[to]?.name}
          {address && `, ${address}`}
        </Text>
      )}
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}

interface DrawingProps extends Ladder {
  readonly times: readonly (string | undefined)[];
  /** The width that there is for it. */
  readonly space: number;
}

/** Drawn in the size of its text, with lanes that share the width. */
function Drawing({ lanes, steps, times, space }: DrawingProps) {
  const lane = Math.max(LANE, (space - TIMES) / lanes.length);
  const width = TIMES + lane * lanes.length;
  const laneAt = (index: number): number => TIMES + lane * (index + 0.5);
  const top = lanes.some(({ detail }) => detail !== null) ? TOP + DETAIL : TOP;
  const height = top + ROW * steps.length + 12;
  return (
    <svg
      className={classes['ladder']}
      width={width}
      height={height}
      role="img"
      aria-label="Ladder of the call; the list of its messages has the same steps"
    >
      {lanes.map(({ name, detail }, index) => (
        <g key={`${name} ${String(detail)}`}>
          <line className={classes['lane']} x1={laneAt(index)} x2={laneAt(index)} y1={top - 8} y2={height} />
          <text className={classes['head']} x={laneAt(index)} y={14} textAnchor="middle">
            {shortened(name, lane)}
          </text>
          {detail !== null && (
            <text className={classes['time']} x={laneAt(index)} y={14 + DETAIL} textAnchor="middle">
              {shortened(detail, lane)}
            </text>
          )}
        </g>
      ))}
      {steps.map((step, index) => {
        const y = top + ROW * (index + 0.7);
        const [start, end] =
          step.band === 'all'
            ? [TIMES, width]
            : [laneAt(Math.min(step.from, step.to)), laneAt(Math.max(step.from, step.to))];
        return (
          <g key={index} className={classes[step.tone]}>
            {times[index] !== undefined && (
              <text className={classes['time']} x={0} y={y + 4}>
                {times[index]}
              </text>
            )}
            {step.band ? (
              <Band step={step} start={start} end={end} y={y} />
            ) : (
              <Arrow text={step.text} start={laneAt(step.from)} end={laneAt(step.to)} y={y} />
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface BandProps {
  readonly step: Step;
  readonly start: number;
  readonly end: number;
  readonly y: number;
}

function Band({ step: { text, tone }, start, end, y }: BandProps) {
  return (
    <>
      <rect className={classes['band']} data-tone={tone} x={start} width={end - start} y={y - 13} height={26} rx={4} />
      <text x={(start + end) / 2} y={y + 4} textAnchor="middle">
        {shortened(text, end - start)}
      </text>
    </>
  );
}

interface ArrowProps {
  readonly text: string;
  /** Where its lanes are. */
  readonly start: number;
  readonly end: number;
  readonly y: number;
}

function Arrow({ text, start, end, y }: ArrowProps) {
  const direction = Math.sign(end - start);
  const tip = end - 4 * direction;
  return (
    <>
      <text className={classes['message']} x={(start + end) / 2} y={y - 5} textAnchor="middle">
        {text}
      </text>
      <line x1={start + 4 * direction} x2={tip} y1={y} y2={y} strokeWidth={1.4} />
      <path d={`M${tip} ${y}l${-7 * direction} -4v8z`} stroke="none" />
    </>
  );
}
