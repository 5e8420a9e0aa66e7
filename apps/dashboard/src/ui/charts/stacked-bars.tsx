import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Column } from '../tables/data-table';
import { ShortTable } from '../tables/short-table';
import { useChoice } from './bar-choice';
import { Band, Bars, Ghosts, HEIGHT, HoverCard, Key, PAD } from './bar-drawing';
import { type Bar, type Series, spoken, sumOf } from './bars';
import { ChartFrame, Grid } from './chart-frame';
import { axisWidth, linear, niceTicks } from './scale';
import classes from './stacked-bars.module.css';
import { useWidth } from './use-width';

interface Props {
  readonly title: string;
  /** What is counted, such as `Calls`. */
  readonly total: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
  /** Takes the first and the last bar that the user has chosen. */
  readonly onChoose?: (first: number, last: number) => void;
  /** Shown in place of a chart whose values are all zero. */
  readonly empty: string;
  /** What the user can do about that. */
  readonly emptyLink?: ReactNode;
}

const TICKS = 3;

/** Values over time, in bars of several parts, with a table of the same figures. */
export function StackedBars(props: Props) {
  const [isTable, setTable] = useState(false);
  const { title, total, series, bars, format, onChoose } = props;
  const isEmpty = bars.every(({ values }) => sumOf(values) === 0);
  return (
    <div>
      {isTable && !isEmpty ? <BarTable {...props} /> : <Chart {...props} isEmpty={isEmpty} />}
      <Group justify="space-between" gap="4px 16px" mt={6} mih={24}>
        <Group gap="4px 16px" role="list" aria-label={`${title}, sums`}>
          {series.map(({ name, tone }, index) => (
            <Text key={name} size="xs" c="dimmed" role="listitem" className="figures">
              <Key tone={tone} /> {series.length > 1 ? name : total}{' '}
              {format(sumOf(bars.map(({ values }) => values[index] ?? 0)))}
            </Text>
          ))}
        </Group>
        <Group gap="sm">
          {!isEmpty && bars.some(({ unfinished, values }) => unfinished !== undefined && sumOf(values) > 0) && (
            <Text size="xs" c="dimmed">
              <i className={classes['hatched']} aria-hidden /> Not over yet
            </Text>
          )}
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
          is: 'count' as const,
          cell: ({ values }: Bar) => format(values[index] ?? 0),
        }))
      : []),
    { title: total, is: 'count', cell: ({ values }) => format(sumOf(values)) },
  ];
  return <ShortTable label={title} columns={columns} rows={bars} rowKey={({ name }, index) => `${name} ${index}`} />;
}

/**
 * The pointer and the arrow keys walk the bars, which are announced. With Shift, and by dragging, several are chosen. A chart
 * without values is the same element, so that it keeps the focus.
 */
function Chart(props: Props & { readonly isEmpty: boolean }) {
  const { title, series, bars, format, onChoose, empty, emptyLink, isEmpty } = props;
  const { ref, width } = useWidth();
  const id = useId();
  const ticks = niceTicks(Math.max(1, ...bars.map(({ values }) => sumOf(values))), TICKS);
  const left = axisWidth(ticks.map(format));
  const x = linear([0, bars.length], [left, Math.max(left + 1, width - PAD.right)]);
  const y = linear([0, ticks.at(-1) ?? 1], [HEIGHT - PAD.bottom, PAD.top]);
  const { choice, handlers } = useChoice({ bars, x, onChoose });
  const frame = { title, ref, width, height: HEIGHT };
  if (isEmpty)
    return (
      <ChartFrame
        {...frame}
        caption={empty}
        card={
          <div className={classes['none']}>
            <span aria-hidden>{empty}</span>
            {emptyLink}
          </div>
        }
      >
        <Ghosts width={width} />
      </ChartFrame>
    );
  return (
    <ChartFrame
      {...frame}
      className={onChoose && classes['chooses']}
      caption={
        choice
          ? spoken(props, choice)
          : `Arrow keys read the bars.${onChoose ? ' With Shift they choose several, and Enter shows only these.' : ''}`
      }
      card={choice && <HoverCard {...props} choice={choice} x={x} width={width} />}
      {...handlers}
    >
      {choice && <Band choice={choice} x={x} />}
      <Grid ticks={ticks} y={y} left={left} right={width - PAD.right} format={format} />
      <Bars bars={bars} series={series} left={left} width={width} top={ticks.at(-1) ?? 1} id={id} />
    </ChartFrame>
  );
}
