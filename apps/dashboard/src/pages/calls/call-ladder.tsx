import { Box } from '@mantine/core';
import { format } from '../../format';
import classes from './call-ladder.module.css';
import { type Ladder, type LadderCall, ladderOf, type Step } from './ladder-steps';

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
        <Row key={index} step={step} y={TOP + ROW * (index + 0.7)} />
      ))}
    </svg>
  );
}

function Row({ step, y }: { step: Step; y: number }) {
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
          <rect className={classes['note']} x={start - 60} y={y - 11} width={120} height={20} rx={4} />
          <text x={start} y={y + 3} textAnchor="middle">
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

function spoken({ from, to, text, after }: Step, lanes: readonly string[]): string {
  const parties = from === to ? (lanes[from] ?? '') : `${lanes[from] ?? ''} to ${lanes[to] ?? ''}`;
  return `${parties}, ${text}${after === null ? '' : `, after ${format.duration(after)}`}`;
}
