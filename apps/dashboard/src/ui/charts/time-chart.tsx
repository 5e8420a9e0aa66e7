import { Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { format as formats } from '../../format';
import { ChartFrame, Grid, STEPS, Tick } from './chart-frame';
import { axisWidth, linear, niceTicks, pathOf, type Scale } from './scale';
import classes from './time-chart.module.css';
import { useWidth } from './use-width';

export interface Point {
  readonly at: number;
  readonly value: number;
}

interface Props {
  readonly title: string;
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
  readonly label: (at: number) => string;
}

const HEIGHT = 220;
const PAD = { top: 12, right: 12, bottom: 24 };
const LABEL_WIDTH = 96;
const TICKS = 4;

/** A value over time. The pointer and the arrow keys walk the points, which are announced. */
export function TimeChart({ title, points, format, label }: Props) {
  const { ref, width } = useWidth();
  const [index, setIndex] = useState<number | null>(null);
  const last = points.length - 1;
  const ticks = niceTicks(Math.max(1, ...points.map(({ value }) => value)), TICKS);
  const left = axisWidth(ticks.map(format));
  const x = linear([0, Math.max(1, last)], [left, Math.max(left + 1, width - PAD.right)]);
  const y = linear([0, ticks.at(-1) ?? 1], [HEIGHT - PAD.bottom, PAD.top]);
  const chosen = index === null ? undefined : points[index];
  const walk = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    setIndex((now) => step(now ?? last, last));
  };
  const follow = (event: PointerEvent<SVGSVGElement>): void => {
    const at = Math.round(x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left));
    setIndex(Math.min(last, Math.max(0, at)));
  };
  const leave = (): void => setIndex(null);
  const sum = points.reduce((total, { value }) => total + value, 0);
  return (
    <>
      <ChartFrame
        title={title}
        ref={ref}
        width={width}
        height={HEIGHT}
        caption={chosen ? `${label(chosen.at)}: ${format(chosen.value)}` : `${format(sum)} in total`}
        captionClass={classes['hint']}
        onKeyDown={walk}
        onPointerMove={follow}
        onPointerLeave={leave}
        onBlur={leave}
      >
        <Grid ticks={ticks} y={y} left={left} right={width - PAD.right} format={format} />
        <Labels points={points} x={x} label={label} count={Math.max(2, Math.floor(width / LABEL_WIDTH))} />
        <Curve points={points} x={x} y={y} />
        {chosen && index !== null && (
          <>
            <line className={classes['cursor']} x1={x(index)} x2={x(index)} y1={PAD.top} y2={y(0)} />
            <circle className={classes['dot']} cx={x(index)} cy={y(chosen.value)} r={4} />
          </>
        )}
      </ChartFrame>
      <ChartDays />
    </>
  );
}

interface LabelsProps {
  readonly points: readonly Point[];
  readonly x: Scale;
  readonly label: (at: number) => string;
  readonly count: number;
}

/** By index, because ticks of a time scale restart at each month. */
function Labels({ points, x, label, count }: LabelsProps) {
  const step = Math.max(1, Math.ceil(points.length / count));
  return points
    .map((point, index) => ({ ...point, index }))
    .filter(({ index }) => index % step === Math.floor(step / 2))
    .map(({ at, index }) => (
      <Tick key={at} x={x(index)} y={HEIGHT - 6} textAnchor="middle">
        {label(at)}
      </Tick>
    ));
}

function Curve({ points, x, y }: { points: readonly Point[]; x: Scale; y: Scale }) {
  const line = pathOf(points.map(({ value }, index) => [x(index), y(value)]));
  return (
    <>
      <path className={classes['area']} d={`${line}L${x(points.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`} />
      <path className={classes['line']} d={line} />
    </>
  );
}

/** Says that the days of a chart are those of UTC, where the account has another time zone. */
function ChartDays() {
  if (formats.timeZone === 'UTC') return null;
  return (
    <Text size="xs" c="dimmed">
      Days in UTC
    </Text>
  );
}
