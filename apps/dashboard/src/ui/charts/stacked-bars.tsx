import { Group, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { Menu, MenuItem } from '../dialogs/menu';
import type { Column } from '../tables/data-table';
import { ShortTable } from '../tables/short-table';
import { useChoice } from './bar-choice';
import { Band, Bars, Ghosts, heightNow, HoverCard, Key, PAD } from './bar-drawing';
import { type Bar, type BarTimes, type Series, spoken, sumOf, unfinishedNote, valueOf, zoneNote } from './bars';
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
  readonly times: BarTimes;
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
  const isEmpty = props.bars.every(({ values }) => sumOf(values) === 0);
  return (
    <div>
      {isTable && !isEmpty ? <BarTable {...props} /> : <Chart {...props} isEmpty={isEmpty} />}
      <Group justify="space-between" gap="4px 16px" mt={6} mih={24}>
        <Legend {...props} />
        <Group gap={4} ml="auto">
          <Text size="xs" c="dimmed">
            {zoneNote(props.times)}
          </Text>
          {!isEmpty && (
            <Menu label="Options of the chart" isSmall>
              <MenuItem onChoose={() => setTable(!isTable)}>{isTable ? 'As a chart' : 'As a table'}</MenuItem>
            </Menu>
          )}
        </Group>
      </Group>
    </div>
  );
}

/** The colour and the sum of each series that has one. */
function Legend({ title, total, series, bars, times, format }: Props) {
  const all = { anchor: 0, head: bars.length - 1 };
  const sums = series
    .map((each, index) => ({ ...each, sum: valueOf(bars, all, index) }))
    .filter(({ sum }) => sum !== 0);
  const isUnfinished = bars.some(({ unfinished, values }) => unfinished !== undefined && sumOf(values) > 0);
  if (sums.length === 0) return null;
  return (
    <Group gap="4px 16px" role="list" aria-label={`${title}, sums`}>
      {sums.map(({ name, tone, sum }) => (
        <Text key={name} size="xs" c="dimmed" role="listitem" className="figures">
          <Key tone={tone} /> {series.length > 1 ? name : total} {format(sum)}
        </Text>
      ))}
      {isUnfinished && (
        <Text size="xs" c="dimmed" role="listitem">
          <i className={classes['hatched']} aria-hidden /> {unfinishedNote(times)}
        </Text>
      )}
    </Group>
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
  const height = heightNow();
  const ticks = niceTicks(Math.max(1, ...bars.map(({ values }) => sumOf(values))), TICKS);
  const left = axisWidth(ticks.map(format));
  const x = linear([0, bars.length], [left, Math.max(left + 1, width - PAD.right)]);
  const y = linear([0, ticks.at(-1) ?? 1], [height - PAD.bottom, PAD.top]);
  const { choice, handlers } = useChoice({ bars, x, onChoose });
  const frame = { title, ref, width, height };
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
        <Ghosts width={width} height={height} />
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
      {choice && <Band choice={choice} x={x} height={height} />}
      <Grid ticks={ticks} y={y} left={left} right={width - PAD.right} format={format} />
      <Bars {...{ bars, series, left, width, height, id }} top={ticks.at(-1) ?? 1} />
    </ChartFrame>
  );
}
