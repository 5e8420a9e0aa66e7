import { Button, Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useId, useState } from 'react';
import type { Column } from '../tables/data-table';
import { ShortTable } from '../tables/short-table';
import { linear, niceTicks, type Scale } from './scale';
import classes from './stacked-bars.module.css';

/** A part of each bar. Failures are first: on the baseline they compare from bar to bar. */
export interface Series {
  readonly name: string;
  readonly tone: 'failed' | 'answered' | 'unanswered' | 'sum';
}

export interface Bar {
  /** Names the time of the bar in full. */
  readonly name: string;
  /** Below the bar. */
  readonly tick: string;
  /** One per series. */
  readonly values: readonly number[];
  /** Until when the bar counts, if its time is not over: `until 15:42`. */
  readonly unfinished?: string | undefined;
}

interface Props {
  readonly title: string;
  /** What is counted, such as `Calls`. */
  readonly total: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
  /** Takes the first and the last bar that the user has chosen. */
  readonly onChoose?: (first: number, last: number) => void;
  /** Says that there is nothing to show, over bars of no value. */
  readonly empty: ReactNode;
}

const HEIGHT = 196;
const PAD = { top: 12, right: 8, bottom: 24 };
const BAR_MAX = 20;
const TICKS = 3;
/** Of a figure in the size of the axis. */
const DIGIT = 7;
const LABEL_WIDTH = 80;
/** Of bars that stand for none. */
const GHOSTS = [0.35, 0.5, 0.42, 0.66, 0.8, 0.58, 0.7, 0.52, 0.62, 0.4, 0.55, 0.3];

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Values over time, in bars of several parts, with a table of the same figures. */
export function StackedBars(props: Props) {
  const [isTable, setTable] = useState(false);
  const { title, total, series, bars, format, onChoose, empty } = props;
  const isEmpty = bars.every(({ values }) => sumOf(values) === 0);
  return (
    <div>
      {isTable ? <BarTable {...props} /> : isEmpty ? <Ghosts>{empty}</Ghosts> : <Chart {...props} />}
      <Group justify="space-between" gap="4px 16px" mt={6} mih={24}>
        <Group gap="4px 16px" role="list" aria-label={`${title}, sums`}>
          {series.map(({ name, tone }, index) => (
            <Text key={name} size="xs" c="dimmed" role="listitem" className="figures">
              <span className={classes['key']} data-tone={tone} aria-hidden /> {series.length > 1 ? name : total}{' '}
              {format(sumOf(bars.map(({ values }) => values[index] ?? 0)))}
            </Text>
          ))}
        </Group>
        <Group gap="sm">
          {onChoose && !isTable && !isEmpty && (
            <Text size="xs" c="dimmed" visibleFrom="sm">
              Drag across the bars to choose a time
            </Text>
          )}
          {!isEmpty && (
            <Button size="compact-xs" variant="default" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              As a table
            </Button>
          )}
        </Group>
      </Group>
    </div>
  );
}

/** The figures of the chart. */
function BarTable({ title, total, series, bars, format }: Props) {
  const columns: readonly Column<Bar>[] = [
    { title: 'Time', cell: ({ name, unfinished }) => (unfinished === undefined ? name : `${name}, ${unfinished}`) },
    ...(series.length > 1
      ? series.map(({ name }, index) => ({
          title: name,
          end: true,
          cell: ({ values }: Bar) => format(values[index] ?? 0),
        }))
      : []),
    { title: total, end: true, cell: ({ values }) => format(sumOf(values)) },
  ];
  return <ShortTable label={title} columns={columns} rows={bars} rowKey={({ name }, index) => `${name} ${index}`} />;
}

function Ghosts({ children }: { children: ReactNode }) {
  const { ref, width } = useElementSize();
  const slot = width / GHOSTS.length;
  return (
    <div ref={ref} className={classes['figure']}>
      <svg height={HEIGHT} width={width} aria-hidden>
        {GHOSTS.map((share, index) => {
          const height = share * (HEIGHT - PAD.bottom - PAD.top);
          return (
            <rect
              key={index}
              className={classes['ghost']}
              x={slot * (index + 0.5) - BAR_MAX / 2}
              y={HEIGHT - PAD.bottom - height}
              width={BAR_MAX}
              height={height}
              rx={2}
            />
          );
        })}
      </svg>
      <div className={classes['none']}>{children}</div>
    </div>
  );
}

/** The bars that are chosen, by the one that was first and the one that is last. */
interface Choice {
  readonly anchor: number;
  readonly head: number;
}

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_index, last) => last,
};

/** The pointer and the arrow keys walk the bars, which are announced. With Shift, and by dragging, several are chosen. */
function Chart(props: Props) {
  const { title, series, bars, format, onChoose } = props;
  const { ref, width } = useElementSize();
  const hint = useId();
  const ticks = niceTicks(Math.max(1, ...bars.map(({ values }) => sumOf(values))), TICKS);
  const left = Math.max(...ticks.map((tick) => format(tick).length)) * DIGIT + 10;
  const x = linear([0, bars.length], [left, Math.max(left + 1, width - PAD.right)]);
  const y = linear([0, ticks.at(-1) ?? 1], [HEIGHT - PAD.bottom, PAD.top]);
  const { choice, handlers } = useChoice(bars.length, x, onChoose);
  return (
    <figure ref={ref} className={classes['figure']}>
      <svg
        role="img"
        aria-label={title}
        aria-describedby={hint}
        tabIndex={0}
        height={HEIGHT}
        width={width}
        data-chooses={onChoose && true}
        {...handlers}
      >
        {choice && <Band choice={choice} x={x} />}
        <Grid ticks={ticks} y={y} left={left} right={width - PAD.right} format={format} />
        <Bars bars={bars} series={series} left={left} width={width} top={ticks.at(-1) ?? 1} id={hint} />
      </svg>
      {choice && <HoverCard {...props} choice={choice} x={x} width={width} />}
      <figcaption id={hint} className={classes['spoken']} aria-live="polite">
        {choice
          ? spoken(props, choice)
          : `Arrow keys read the bars.${onChoose ? ' With Shift they choose several, and Enter shows only these.' : ''}`}
      </figcaption>
    </figure>
  );
}

/** Which bars the user points at or has chosen, and how they are chosen by pointer and keys. */
function useChoice(count: number, x: Scale, onChoose: Props['onChoose']) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [isDragging, setDragging] = useState(false);
  const last = count - 1;
  const indexAt = (event: PointerEvent<SVGSVGElement>): number => {
    const at = Math.floor(x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left));
    return Math.min(last, Math.max(0, at));
  };
  const leave = (): void => {
    setDragging(false);
    setChoice(null);
  };
  const walk = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    setChoice((now) => {
      const head = step(now?.head ?? (event.key === 'ArrowLeft' ? count : -1), last);
      return { head, anchor: event.shiftKey && onChoose && now ? now.anchor : head };
    });
  };
  const handlers = {
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setChoice(null);
      else if (event.key === 'Enter' && choice) onChoose?.(...orderOf(choice));
      else walk(event);
    },
    onPointerDown: (event: PointerEvent<SVGSVGElement>): void => {
      if (!onChoose || event.button !== 0 || event.pointerType === 'touch') return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragging(true);
      setChoice({ anchor: indexAt(event), head: indexAt(event) });
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>): void => {
      const head = indexAt(event);
      setChoice((now) => {
        const anchor = isDragging && now ? now.anchor : head;
        return now?.head === head && now.anchor === anchor ? now : { head, anchor };
      });
    },
    onPointerUp: (): void => {
      if (isDragging && choice) onChoose?.(...orderOf(choice));
      setDragging(false);
    },
    onPointerLeave: (): void => {
      if (!isDragging) leave();
    },
    onPointerCancel: leave,
    onBlur: leave,
  };
  return { choice, handlers };
}

interface CardProps extends Props {
  readonly choice: Choice;
  readonly x: Scale;
  readonly width: number;
}

/** The figures of the chosen bars, beside them: at the left of those in the right half. */
function HoverCard({ total, series, bars, format, choice, x, width }: CardProps) {
  const { head } = choice;
  const sums = series.map((_series, index) => valueOf(bars, choice, index));
  const isLeft = head < bars.length / 2;
  return (
    <div
      className={classes['card']}
      style={isLeft ? { left: x(head + 1) + 8 } : { right: width - x(head) + 8 }}
      aria-hidden
    >
      <b>{namesOf(bars, choice)}</b>
      {series.length > 1 &&
        series
          .map(({ name, tone }, index) => (
            <span key={name} className={classes['line']}>
              <span>
                <i className={classes['key']} data-tone={tone} /> {name}
              </span>
              <span>{format(sums[index] ?? 0)}</span>
            </span>
          ))
          .toReversed()}
      <span className={classes['line']}>
        <span>{total}</span>
        <b>{format(sumOf(sums))}</b>
      </span>
    </div>
  );
}

function spoken({ series, bars, format }: Props, choice: Choice): string {
  const values = series.map(({ name }, index) => `${name} ${format(valueOf(bars, choice, index))}`);
  return `${namesOf(bars, choice)}: ${values.join(', ')}`;
}

const orderOf = ({ anchor, head }: Choice): [first: number, last: number] => [
  Math.min(anchor, head),
  Math.max(anchor, head),
];

function namesOf(bars: readonly Bar[], choice: Choice): string {
  const [first, last] = orderOf(choice);
  const [from = '', to = '', unfinished] = [bars[first]?.name, bars[last]?.name, bars[last]?.unfinished];
  return `${first === last ? from : `${from} to ${to}`}${unfinished === undefined ? '' : `, ${unfinished}`}`;
}

function valueOf(bars: readonly Bar[], choice: Choice, index: number): number {
  const [first, last] = orderOf(choice);
  return sumOf(bars.slice(first, last + 1).map(({ values }) => values[index] ?? 0));
}

function Band({ choice, x }: { choice: Choice; x: Scale }) {
  const [first, last] = orderOf(choice);
  return (
    <rect
      className={classes['band']}
      x={x(first)}
      y={PAD.top - 6}
      width={x(last + 1) - x(first)}
      height={HEIGHT - PAD.bottom - PAD.top + 6}
    />
  );
}

interface GridProps {
  readonly ticks: readonly number[];
  readonly y: Scale;
  readonly left: number;
  readonly right: number;
  readonly format: (value: number) => string;
}

function Grid({ ticks, y, left, right, format }: GridProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line className={classes['grid']} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
      <text className={classes['tick']} x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
        {format(tick)}
      </text>
    </g>
  ));
}

interface BarsProps {
  readonly bars: readonly Bar[];
  readonly series: readonly Series[];
  readonly left: number;
  readonly width: number;
  /** The value at the upper end of the axis. */
  readonly top: number;
  readonly id: string;
}

/** Does not draw again while the pointer walks the bars. */
const Bars = memo(function Bars({ bars, series, left, width, top, id }: BarsProps) {
  const x = linear([0, bars.length], [left, Math.max(left + 1, width - PAD.right)]);
  const y = linear([0, top], [HEIGHT - PAD.bottom, PAD.top]);
  const slot = x(1) - x(0);
  const size = Math.max(1, Math.min(BAR_MAX, slot * 0.72));
  const every = Math.max(1, Math.ceil(bars.length / Math.max(2, Math.floor(width / LABEL_WIDTH))));
  const hatchOf = (tone: string): string => `hatch-${tone}-${id.replaceAll(/\W/g, '')}`;
  return (
    <>
      <defs>
        {series.map(({ tone }) => (
          <pattern
            key={tone}
            id={hatchOf(tone)}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line className={classes['hatch']} data-tone={tone} x1="0" y1="0" x2="0" y2="5" />
          </pattern>
        ))}
      </defs>
      {bars.map(({ values, tick, unfinished, name }, index) => (
        <g key={`${name} ${index}`}>
          {values.map((value, part) => {
            if (value === 0) return null;
            const [low, high] = [y(sumOf(values.slice(0, part))), y(sumOf(values.slice(0, part + 1)))];
            const tone = series[part]?.tone ?? 'sum';
            const gap = part > 0 && low - high > 2 ? 1 : 0;
            return (
              <rect
                key={tone}
                className={classes['part']}
                data-tone={tone}
                {...(unfinished !== undefined && { fill: `url(#${hatchOf(tone)})`, 'data-unfinished': true })}
                x={x(index) + (slot - size) / 2}
                y={high}
                width={size}
                height={Math.max(1, low - high - gap)}
                rx={1}
              />
            );
          })}
          {index % every === Math.floor((every - 1) / 2) && (
            <text className={classes['tick']} x={x(index + 0.5)} y={HEIGHT - 6} textAnchor="middle">
              {tick}
            </text>
          )}
        </g>
      ))}
    </>
  );
});
