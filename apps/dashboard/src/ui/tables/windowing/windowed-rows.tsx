import { Fragment, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Table } from '../table';
import { headingBefore, indexesOf, offsetsOf, type Range, rangeAt } from './windowing';

/** Rows that are drawn above and below those in view. */
const MORE = 12;

interface Props {
  readonly count: number;
  readonly columnCount: number;
  /** The height of a row that was not measured yet. */
  readonly rowHeight: number;
  /** Whether a row names those below it: that of the first row in view stays in the document. */
  readonly isHeading: (index: number) => boolean;
  readonly draw: (index: number, measure: (row: HTMLTableRowElement | null) => (() => void) | undefined) => ReactNode;
}

/** The rows in view, of thousands. Empty rows stand for those above, below and between. */
export function WindowedRows({ count, columnCount, rowHeight, isHeading, draw }: Props) {
  const [measured, measure] = useHeights(rowHeight);
  const offsets = useMemo(() => offsetsOf(count, rowHeight, measured), [count, rowHeight, measured]);
  const { body, range } = useRangeInView(offsets);
  // The row with the focus stays in the document, wherever the page is scrolled to.
  const [focused, setFocused] = useState<number | null>(null);
  const indexes = indexesOf(range, [headingBefore(range.from, isHeading), focused ?? -1], count);
  const space = (from: number, to: number): ReactNode => {
    const height = (offsets[to] ?? 0) - (offsets[from] ?? 0);
    return (
      height > 0 && (
        <tr aria-hidden data-space>
          <td colSpan={columnCount} style={{ height, padding: 0 }} />
        </tr>
      )
    );
  };
  return (
    <Table.Tbody
      ref={body}
      onFocus={({ target }) => {
        const index = target.closest('tr')?.dataset['index'];
        setFocused(index === undefined ? null : Number(index));
      }}
    >
      {indexes.map((index, at) => (
        <Fragment key={index}>
          {space((indexes[at - 1] ?? -1) + 1, index)}
          {draw(index, measure)}
        </Fragment>
      ))}
      {space((indexes.at(-1) ?? -1) + 1, count)}
    </Table.Tbody>
  );
}

interface Measured {
  /** The usual height when the rows were measured. */
  readonly usual: number;
  readonly heights: ReadonlyMap<number, number>;
}

const NONE: ReadonlyMap<number, number> = new Map();

/**
 * The measured heights of rows that are not as high as usual, and what measures a row while it is in the document. When the
 * usual height changes, the rows stay and are measured again.
 */
function useHeights(usual: number) {
  const [measured, setMeasured] = useState<Measured>({ usual, heights: NONE });
  const latest = useRef(usual);
  useLayoutEffect(() => {
    latest.current = usual;
  }, [usual]);
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        const sizes = entries.map(
          ({ target }) =>
            [Number((target as HTMLElement).dataset['index']), target.getBoundingClientRect().height] as const,
        );
        const now = latest.current;
        setMeasured((before) => {
          const known = before.usual === now ? before.heights : NONE;
          const changed = sizes.filter(([index, height]) => height > 0 && (known.get(index) ?? now) !== height);
          if (changed.length === 0 && known === before.heights) return before;
          return { usual: now, heights: new Map([...known, ...changed]) };
        });
      }),
  );
  useEffect(() => () => observer.disconnect(), [observer]);
  const measure = useCallback(
    (row: HTMLTableRowElement | null) => {
      if (!row) return undefined;
      observer.observe(row);
      return () => observer.unobserve(row);
    },
    [observer],
  );
  return [measured.usual === usual ? measured.heights : NONE, measure] as const;
}

/** The rows that the window shows of the list, as the page is scrolled. */
function useRangeInView(offsets: readonly number[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [range, setRange] = useState<Range>(() => rangeAt(offsets, 0, window.innerHeight, MORE));
  const place = useCallback((): void => {
    if (!body.current) return;
    const { top } = body.current.getBoundingClientRect();
    const next = rangeAt(offsets, -top, window.innerHeight - top, MORE);
    // Drawn anew when a third of the spare rows is used up, not with each row.
    setRange((now) => {
      const isFar = Math.abs(next.from - now.from) > MORE / 3 || Math.abs(next.to - now.to) > MORE / 3;
      const isAtEnd = next.from === 0 || next.to === offsets.length - 1;
      return isFar || (isAtEnd && (next.from !== now.from || next.to !== now.to)) ? next : now;
    });
  }, [offsets]);
  useLayoutEffect(() => {
    place();
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [place]);
  // Of a shorter list, until it is placed.
  const count = offsets.length - 1;
  return { body, range: { from: Math.min(range.from, count), to: Math.min(range.to, count) } };
}
