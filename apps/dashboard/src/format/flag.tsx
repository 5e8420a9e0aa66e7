import { format } from './index';
import classes from './flag.module.css';

/** No country, but in the place of one: iNum. */
const NOWHERE = 'ZZ';

/** The flag of a country beside a number, which says the same. Its place is kept where the country is not known. */
export function Flag({ country }: { country: string | null | undefined }) {
  if (!country || country === NOWHERE) return <span className={classes['flag']} />;
  return (
    <img
      className={classes['flag']}
      src={`${import.meta.env.BASE_URL}flags/${country}.svg`}
      width={18}
      height={12}
      alt=""
      title={format.country(country)}
      loading="lazy"
    />
  );
}
