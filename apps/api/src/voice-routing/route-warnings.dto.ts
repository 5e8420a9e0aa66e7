import { ROUTE_WARNINGS } from '@trunkline/voice-routing';
import { OneOf, Text } from '../http';

/** Why calls over a route would fail at the moment. */
export class RouteWarningDto {
  @OneOf({
    description:
      '`trunk_unreachable`: no call can reach a trunk of the route. `profile_unreachable`: nor any other target of the ' +
      'profile. `switch_never_reported`: no switch has reported yet, so no system can register.',
    values: ROUTE_WARNINGS,
    name: 'RouteWarningCode',
  })
  code: string;

  @Text({
    description: 'Human-readable cause and remedy.',
    example: 'No call can reach the trunk “Office”: it has no enabled gateway. Add or enable a gateway.',
  })
  message: string;
}

export const WARNINGS = {
  description: 'Why calls would fail at the moment; empty if nothing speaks against them.',
  many: true,
} as const;
