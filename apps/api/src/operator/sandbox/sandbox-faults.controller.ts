import { Body, Controller, Post } from '@nestjs/common';
import { CommonErrors, invalidFields } from '@trunkline/kernel';
import { AuditTrail, callsBack, SandboxFaults, Settings } from '@trunkline/platform';
import { Endpoint, Tag } from '../../http';
import { Operator } from '../operator.param';
import { FaultScriptDto, ScriptFaultsBody } from './sandbox-faults.dto';

const DESCRIPTION =
  'Applies to all processes; replaces the remaining faults of the same target and place. Requests: `slow` takes three ' +
  'seconds; `timeout` executes the request without a response, so that its outcome is unknown; `error` does nothing and ' +
  'does not respond; `duplicate` arrives twice. Callbacks: `slow` arrives five minutes late, by the test clock; `timeout` ' +
  'and `error` never arrive; `duplicate` arrives twice. Supplier faults affect orders and releases of numbers; mail faults ' +
  'affect each email, to a mail server or to the folder. Neither has callbacks. Returns 404 unless every third party is a ' +
  'sandbox.';

@Tag('Sandbox')
@Controller('operator/sandbox/faults')
export class SandboxFaultsController {
  constructor(
    private readonly settings: Settings,
    private readonly faults: SandboxFaults,
    private readonly audit: AuditTrail,
  ) {}

  @Post()
  @Endpoint({
    id: 'sandbox.scriptFaults',
    summary: 'Script sandbox faults',
    description: DESCRIPTION,
    access: 'operator',
    answer: FaultScriptDto,
    fails: ['not_found'],
  })
  async script(@Operator() actor: string, @Body() body: ScriptFaultsBody): Promise<FaultScriptDto> {
    if (!this.settings.isSandbox) throw CommonErrors.not_found();
    const { target, kind, times, on = 'request' } = body;
    if (!callsBack(target) && on === 'callback')
      throw invalidFields({ on: `must be request: the ${target} has no callbacks` });
    await this.faults.script({ target, point: on, kind, times });
    const after = { target, on, kind, times };
    await this.audit.record({ actor, action: 'sandbox.faults', subject: target, after });
    return after;
  }
}
