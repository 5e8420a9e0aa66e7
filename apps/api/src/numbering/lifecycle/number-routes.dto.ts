import type { Numbers, NumberView, RouteChange } from '@trunkline/numbering';
import type { RouteWarning } from '@trunkline/voice-routing';
import { E164, Flag, Nested, Text } from '../../http';
import { RouteWarningDto, WARNINGS } from '../../voice-routing/route-warnings.dto';
import { NumberDto, toNumberDto } from './numbers.dto';

/** A number with a new route. Its version leaves the warnings out: they depend on systems and switches. */
export class ChangedRouteDto extends NumberDto {
  @Nested(() => RouteWarningDto, { ...WARNINGS, inEtag: false })
  warnings: readonly RouteWarningDto[];
}

export class RoutedNumberDto {
  @E164({ description: 'The number.', example: '+12125550123' })
  e164: string;

  @Flag({ description: 'Whether the number was routed.' })
  ok: boolean;

  @Text({ description: 'Machine-readable reason for the failure.', example: null, nullable: true })
  errorCode: string | null;

  @Nested(() => RouteWarningDto, WARNINGS)
  warnings: readonly RouteWarningDto[];
}

export class RoutedNumbersDto {
  @Nested(() => RoutedNumberDto, { description: 'Outcomes, in the order of the request.', many: true })
  items: RoutedNumberDto[];
}

export function toChangedRouteDto(number: NumberView, warnings: readonly RouteWarning[]): ChangedRouteDto {
  return { ...toNumberDto(number), warnings };
}

export function toRoutedNumbersDto(
  numbers: Awaited<ReturnType<Numbers['routeMany']>>,
  warnings: readonly RouteWarning[],
): RoutedNumbersDto {
  return {
    items: numbers.map(({ e164, errorCode }) => ({
      e164,
      ok: errorCode === null,
      errorCode,
      warnings: errorCode === null ? warnings : [],
    })),
  };
}

/** The route that a request sets. Setting a trunk clears the profile, and the other way round, so it has one of them. */
export function setRouteOf({ trunkId = null, routingProfileId = null }: RouteChange) {
  return { trunkId, routingProfileId };
}
