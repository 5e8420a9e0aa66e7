import { Box } from '@mantine/core';
import { format } from '../../format';
import classes from './call-ladder.module.css';
import { type Ladder, type LadderCall, ladderOf, SERVICE, type Step } from './ladder-steps';

const ROW = 34;
const TOP = 30;
const TIMES = 64;
const LANE = 170;
const HEAD_LENGTH = 24;

const shortened = (text: string): string => (text.length > HEAD_LENGTH ? `${text.slice(0, HEAD_LENGTH - 1)}…` : text);
const laneAt = (index: number): number => TIMES + LANE * index + LANE / 2;

/** The messages of a call, from the top down: drawn on a desk, as a list on a phone. */
export function CallLadder({ call }: { call: LadderCall }) {
  const ladder = ladderOf(call);
  return (
    <>
      <Box
        visibleFrom="sm"
        className={classes['scroll'] ?? ''}
        role="region"
        aria-label="Ladder, scrollable"
        tabIndex={0}
      >
        <Drawing {...ladder} />
      </Box>
      <Box component="ol" hiddenFrom="sm" m={0} pl="lg" fz="sm" aria-label="Messages of the call">
        {ladder.steps.map((step, index) => (
          <li key={index}>
            {step.from === step.to ? '' : `${laneOf(ladder, step.from)} → ${laneOf(ladder, step.to)}: `}
            <b>{step.text}</b>
            {step.after !== null && ` +${format.duration(step.after)}`}
          </li>
        ))}
      </Box>
    </>
  );
}

const laneOf = ({ lanes }: Ladder, index: number): string => lanes[index] ?? '';

function Drawing({ lanes, steps }: Ladder) {
  const width = TIMES + LANE * lanes.length;
  const height = TOP + ROW * steps.length + 12;
  return (
    <svg
      className={classes['ladder']}
      viewBox={`0 0 ${width} ${height}`}
      style={{ minWidth: width, maxWidth: width * 1.2 }}
      role="img"
      aria-label={`Ladder of the call: ${steps.map((step) => spoken(step, lanes)).join('; ')}`}
    >
      {lanes.map((lane, index) => (
        <g key={lane}>
          <line className={classes['lane']} x1={laneAt(index)} x2={laneAt(index)} y1={TOP - 8} y2={height} />
          <text className={classes['head']} x={laneAt(index)} y={14} textAnchor="middle">
            {shortened(lane)}
          </text>
        </g>
      ))}
      {steps.map((step, index) => (
        <Row key={index} step={step} y={TOP + ROW * (index + 0.7)} width={width} />
      ))}
    </svg>
  );
}

function Row({ step, y, width }: { step: Step; y: number; width: number }) {
  const { from, to, text, tone, after } = step;
  const [start, end] = [laneAt(from), laneAt(to)];
  const direction = Math.sign(end - start);
  const tip = end - 4 * direction;
  return (
    <g className={classes[tone]}>
      {after !== null && (
        <text className={classes['time']} x={0} y={y + 4}>
          {`+${format.duration(after)}`}
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
