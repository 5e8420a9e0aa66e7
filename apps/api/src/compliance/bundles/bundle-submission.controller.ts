import { Body, Controller, Post } from '@nestjs/common';
import { Bundles, ValidateBundle } from '@trunkline/compliance';
import type { Principal } from '@trunkline/kernel';
import { Endpoint, PathId, Tag, Who } from '../../http';
import { BundleDto, CopyBundleDto, toBundleDto } from './bundles.dto';
import { BundleValidationDto, toBundleValidationDto } from './validation.dto';

@Tag('Compliance bundles')
@Controller('v1/compliance/bundles')
export class BundleSubmissionController {
  constructor(
    private readonly bundles: Bundles,
    private readonly validation: ValidateBundle,
  ) {}

  @Post(':id/validate')
  @Endpoint({
    id: 'compliance.bundles.validate',
    summary: 'Validate a compliance bundle',
    description: 'Compares the bundle with the requirements of its country and number type. Changes nothing.',
    access: 'compliance:read',
    status: 200,
    answer: BundleValidationDto,
  })
  async validate(@Who() { accountId }: Principal, @PathId() bundleId: string): Promise<BundleValidationDto> {
    return toBundleValidationDto(await this.validation.validate({ accountId, bundleId }));
  }

  @Post(':id/submit')
  @Endpoint({
    id: 'compliance.bundles.submit',
    summary: 'Submit a compliance bundle',
    description:
      'Submits a draft for review. Until the decision, the bundle, its end user and its documents cannot be changed. Returns ' +
      '422 `bundle_incomplete` with a message in `fields` for each requirement that is not met. `compliance.bundle.approved` ' +
      'and `compliance.bundle.rejected` report the decision.',
    access: 'compliance:write',
    status: 200,
    answer: BundleDto,
    fails: ['conflict', 'invalid_state', 'bundle_incomplete'],
  })
  async submit(@Who() { accountId }: Principal, @PathId() bundleId: string): Promise<BundleDto> {
    return toBundleDto(await this.bundles.submit({ accountId, bundleId }));
  }

  @Post(':id/withdraw')
  @Endpoint({
    id: 'compliance.bundles.withdraw',
    summary: 'Withdraw a compliance bundle',
    description: 'Turns a submitted bundle into a draft again.',
    access: 'compliance:write',
    status: 200,
    answer: BundleDto,
    fails: ['conflict', 'invalid_state'],
  })
  async withdraw(@Who() { accountId }: Principal, @PathId() bundleId: string): Promise<BundleDto> {
    return toBundleDto(await this.bundles.withdraw({ accountId, bundleId }));
  }

  @Post(':id/copy')
  @Endpoint({
    id: 'compliance.bundles.copy',
    summary: 'Copy a compliance bundle',
    description: 'Creates a draft with the contents of any bundle. An approved bundle is copied to be changed.',
    access: 'compliance:write',
    answer: BundleDto,
    fails: ['conflict', 'invalid_state'],
  })
  async copy(
    @Who() { accountId }: Principal,
    @PathId() bundleId: string,
    @Body() { name }: CopyBundleDto,
  ): Promise<BundleDto> {
    return toBundleDto(await this.bundles.copy({ accountId, bundleId }, name));
  }
}
