import { Integer, UnixTime } from '../../http';

const TEN_YEARS_S = 10 * 366 * 86_400;

export class AdvanceClockBody {
  @Integer({
    description: 'Seconds to advance. The clock never goes back.',
    example: 2_592_000,
    min: 0,
    max: TEN_YEARS_S,
  })
  advanceSeconds: number;
}

export class ClockDto {
  @UnixTime({ description: 'Current time of every process.' })
  now: Date;
}
