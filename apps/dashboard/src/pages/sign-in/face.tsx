import { Mark } from '../../ui/mark';
import { ServiceState } from '../../ui/feedback/service-state';
import classes from './face.module.css';

/** Trunks run from left to right; at a node, a line turns off to another one below. */
const TRUNKS = Array.from({ length: 15 }, (_trunk, index) => 150 + 44 * index);
const QUIET = [
  [718, 590, 722],
  [578, 678, 766],
  [678, 238, 326],
  [498, 634, 766],
  [698, 370, 458],
  [538, 458, 634],
  [628, 150, 282],
] as const;
/** A call runs along each of these. */
const BUSY = [
  [518, 194, 370],
  [588, 326, 546],
  [658, 502, 678],
] as const;

type Line = readonly [x: number, from: number, to: number];

const pathOf = ([x, from, to]: Line): string => `M-20 ${from}H${x}q22 0 22 22V${to - 22}q0 22 22 22H820`;

/** What a visitor sees beside the form: lines and nodes, what the product does, and whether it works. */
export function Face() {
  return (
    <section className={classes['face']} aria-label="About Trunkline">
      <svg className={classes['art']} viewBox="0 0 780 900" preserveAspectRatio="xMaxYMid slice" aria-hidden>
        {TRUNKS.map((y) => (
          <path key={y} d={`M-20 ${y}H820`} />
        ))}
        {QUIET.map((line) => (
          <path key={line[0]} d={pathOf(line)} />
        ))}
        {BUSY.map((line) => (
          <path key={line[0]} d={pathOf(line)} className={classes['busy']} />
        ))}
        {BUSY.map((line) => (
          <path key={line[0]} d={pathOf(line)} className={classes['call']} />
        ))}
        {QUIET.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="4.5" />
        ))}
        {BUSY.map(([x, y]) => (
          <circle key={x} cx={x} cy={y} r="5.5" className={classes['busy']} />
        ))}
      </svg>
      <div className={classes['brand']}>
        <Mark className={classes['mark']} />
        Trunkline
      </div>
      <div>
        <p className={classes['claim']}>Your numbers, your trunks, every call accounted for.</p>
        <p className={classes['more']}>
          Buy numbers, connect any PBX and see what each call did, hop by hop and cent by cent.
        </p>
      </div>
      <div className={classes['state']}>
        <ServiceState />
      </div>
    </section>
  );
}
