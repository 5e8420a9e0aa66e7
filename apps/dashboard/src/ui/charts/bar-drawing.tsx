import { memo } from 'react';
import { type Bar, type Choice, namesOf, orderOf, type Series, sumOf, valueOf } from './bars';
import { Tick } from './chart-frame';
import { linear, type Scale } from './scale';
import classes from './stacked-bars.module.css';

/** The height of a drawing, which is lower on a phone, so that the list below it is in view. */
export const heightNow = (): number => (window.matchMedia('screen and (max-width: 820px)').matches ? 84 : 196);
export const PAD = { top: 12, right: 8, bottom: 24 };
const BAR_MAX = 20;
const LABEL_WIDTH = 80;
/** Half of the longest label, without the space around it. */
const LABEL_HALF = 24;
/** Heights of the bars that stand for no values. */
const GHOSTS = [0.35, 0.5, 0.42, 0.66, 0.8, 0.58, 0.7, 0.52, 0.62, 0.4, 0.55, 0.3];

/** Outlined bars in place of a chart without values. */
export function Ghosts({ width, height: drawn }: { width: number; height: number }) {
  const slot = width / GHOSTS.length;
  return GHOSTS.map((share, index) => {
    const height = share * (drawn - PAD.bottom - PAD.top);
    return (
      <rect
        key={index}
        className={classes['ghost']}
        x={slot * (index + 0.5) - BAR_MAX / 2}
        y={drawn - PAD.bottom - height}
        width={BAR_MAX}
        height={height}
        rx={2}
      />
    );
  });
}

/** Marks the chosen bars. */
export function Band({ choice, x, height }: { choice: Choice; x: Scale; height: number }) {
  const [first, last] = orderOf(choice);
  return (
    <rect
      className={classes['band']}
      x={x(first)}
      y={PAD.top - 6}
      width={x(last + 1) - x(first)}
      height={height - PAD.bottom - PAD.top + 6}
    />
  );
}

/** Below the middle of a bar, or at the end of the plot if it would stand out there. */
const labelAt = (middle: number, end: number) =>
  middle > end - LABEL_HALF ? ({ x: end, textAnchor: 'end' } as const) : ({ x: middle, textAnchor: 'middle' } as const);

interface BarsProps {
  readonly bars: readonly Bar[];
  readonly series: readonly Series[];
  readonly left: number;
  readonly width: number;
  /** The value at the upper end of the axis. */
  readonly top: number;
  readonly height: number;
  readonly id: string;
}

/** Does not draw again while the pointer walks the bars. */
export const Bars = memo(function Bars({ bars, series, left, width, top, height, id }: BarsProps) {
  const x = linear([0, bars.length], [left, Math.max(left + 1, width - PAD.right)]);
  const y = linear([0, top], [height - PAD.bottom, PAD.top]);
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
            <Tick {...labelAt(x(index + 0.5), width - PAD.right)} y={height - 6}>
              {tick}
            </Tick>
          )}
        </g>
      ))}
    </>
  );
});

interface CardProps {
  /** What is counted, such as `Calls`. */
  readonly total: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
  readonly choice: Choice;
  readonly x: Scale;
  readonly width: number;
}

/** The figures of the chosen bars, beside them: at the left of those in the right half. */
export function HoverCard({ total, series, bars, format, choice, x, width }: CardProps) {
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
                <Key tone={tone} /> {name}
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

/** The colour of a series. */
export const Key = ({ tone }: Pick<Series, 'tone'>) => <i className={classes['key']} data-tone={tone} aria-hidden />;
