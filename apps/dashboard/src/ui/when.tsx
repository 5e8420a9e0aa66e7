import { Moment, moments } from '../format/moment';

interface Props {
  readonly at: number | null;
  /** Shown if there is no time. */
  readonly none?: string;
  /** With weekday, year and time zone, as on the page of one resource. */
  readonly exact?: boolean;
}

/** A time to the second, or why there is none. */
export function When({ at, none = 'Never', exact = false }: Props) {
  if (at === null) return none;
  return exact ? <span className="figures">{moments().exact(at)}</span> : <Moment at={at} />;
}
