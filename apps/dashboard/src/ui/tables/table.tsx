import { Box, type BoxProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Zone } from '../../format/moment';
import { useRowFocus } from '../row-focus';
import classes from './table.module.css';

type Props<T extends 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td'> = BoxProps &
  Omit<ComponentProps<T>, 'color' | 'style'>;

const joined = (...names: readonly (string | undefined)[]): string => names.filter(Boolean).join(' ');

function Root({ className, ...props }: Props<'table'>) {
  const { ref, onFocus } = useRowFocus<HTMLTableElement>('tbody > tr');
  return (
    <Box component="table" className={joined(classes['table'], className)} ref={ref} onFocus={onFocus} {...props} />
  );
}

/** Names the time zone above the head of a table. Not where its rows show no times. */
export const ZoneCaption = () => (
  <caption className={classes['zone']}>
    <Zone />
  </caption>
);

/** A table of plain elements. Mantine's brings its scroll area along, which is heavier than a page. */
export const Table = Object.assign(Root, {
  Thead: (props: Props<'thead'>) => <Box component="thead" {...props} />,
  Tbody: (props: Props<'tbody'>) => <Box component="tbody" {...props} />,
  Tr: (props: Props<'tr'>) => <Box component="tr" {...props} />,
  Th: (props: Props<'th'>) => <Box component="th" scope="col" {...props} />,
  Td: (props: Props<'td'>) => <Box component="td" {...props} />,
});
