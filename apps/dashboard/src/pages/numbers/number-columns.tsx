import type { NumbersListQuery, PhoneNumber } from '@trunkline/client';
import { Flag } from '../../format/flag';
import { Phone } from '../../format/phone';
import { TextLink } from '../../ui/links';
import type { Column } from '../../ui/tables/data-table';
import { NumberState } from './number-status';
import classes from './numbers.module.css';

export type NumberColumn = Column<PhoneNumber, NonNullable<NumbersListQuery['sort']>>;

/** The identity of a number, which opens its page. */
export const NUMBER: NumberColumn = {
  title: 'Number',
  sorts: 'e164',
  cell: ({ e164, country }) => (
    <>
      <Flag country={country} />
      <TextLink to="/numbers/$e164" params={{ e164 }} className="opens">
        <Phone value={e164} />
      </TextLink>
    </>
  ),
};

export const LABEL: NumberColumn = {
  title: 'Label',
  long: true,
  cell: ({ label }) =>
    label && (
      <span className={classes['label']} dir="auto" title={label}>
        {label}
      </span>
    ),
};

export const STATUS: NumberColumn = { title: 'Status', is: 'state', cell: (row) => <NumberState number={row} /> };
