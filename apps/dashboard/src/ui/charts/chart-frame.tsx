import { type ReactNode, type Ref, type SVGAttributes, useId } from 'react';
import classes from './chart-frame.module.css';
import type { Scale } from './scale';

/** Where the arrow keys lead from one part of a chart. */
export const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_index, last) => last,
};

interface Props extends Omit<SVGAttributes<SVGSVGElement>, 'ref'> {
  readonly title: string;
  readonly ref: Ref<HTMLElement>;
  readonly width: number;
  readonly height: number;
  /** What is announced: the chosen part, or how to choose one. */
  readonly caption: string;
  readonly captionClass?: string | undefined;
  /** Shown over the drawing. */
  readonly card?: ReactNode;
}

/** A drawing with a name that takes the focus, and a caption that is announced when it changes. */
export function ChartFrame({ title, ref, caption, captionClass, card, className = '', ...drawing }: Props) {
  const hint = useId();
  return (
    <figure ref={ref} className={`${classes['figure'] ?? ''} ${className}`}>
      <svg role="img" aria-label={title} aria-describedby={hint} tabIndex={0} {...drawing} />
      {card}
      <figcaption id={hint} className={captionClass ?? classes['spoken']} aria-live="polite">
        {caption}
      </figcaption>
    </figure>
  );
}

interface GridProps {
  readonly ticks: readonly number[];
  readonly y: Scale;
  readonly left: number;
  readonly right: number;
  readonly format: (value: number) => string;
}

/** The lines of an axis of values, with their figures at the left. */
export function Grid({ ticks, y, left, right, format }: GridProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line className={classes['grid']} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
      <Tick x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
        {format(tick)}
      </Tick>
    </g>
  ));
}

/** A label of an axis. */
export const Tick = (props: SVGAttributes<SVGTextElement>) => <text className={classes['tick']} {...props} />;
