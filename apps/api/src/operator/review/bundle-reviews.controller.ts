import { Body, Controller, Get, Post } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { BundleRepository, ReviewBundles, ReviewFiles } from '@trunkline/compliance';
import { ListQuery, Endpoint, pageOfQuery, PathId, Tag } from '../../http';
import { Operator } from '../operator.param';
import {
  BundleReviewDto,
  ListReviewsQuery,
  RejectBundleBody,
  ReviewedBundleDto,
  toBundleReviewDto,
} from './bundle-reviews.dto';

@Tag('Compliance review')
@Controller('operator/compliance/bundles')
export class BundleReviewsController {
  constructor(
    private readonly review: ReviewBundles,
    private readonly files: ReviewFiles,
    private readonly bundles: BundleRepository,
  ) {}

  @Get()
  @Endpoint({
    id: 'compliance.bundles.list',
    summary: 'List bundles for review',
    description:
      'Returns the submitted bundles of all accounts, the longest waiting first, or those with other statuses.',
    access: 'operator',
    page: ReviewedBundleDto,
  })
  list(@ListQuery() query: ListReviewsQuery): Promise<Page<ReviewedBundleDto>> {
    return this.bundles.queue(query.status ?? ['submitted'], pageOfQuery(query, 'submitted_at', query.order ?? 'asc'));
  }

  @Get(':id')
  @Endpoint({
    id: 'compliance.bundles.get',
    summary: 'Read a bundle for review',
    description:
      'Returns the bundle with its end user, documents and their comparison with the requirements. Drafts are 404. Recorded ' +
      'in the access log of the account, and audited as `bundle.read`.',
    access: 'operator',
    answer: BundleReviewDto,
  })
  async get(@Operator() operator: string, @PathId() bundleId: string): Promise<BundleReviewDto> {
    return toBundleReviewDto(await this.files.get(operator, bundleId));
  }

  @Post(':id/approve')
  @Endpoint({
    id: 'compliance.bundles.approve',
    summary: 'Approve a bundle',
    description:
      'Activates the numbers that wait for the bundle. The approval ends when a required document expires; if one has ' +
      'expired already, the response is 422 `bundle_incomplete`. Audited as `bundle.approve`.',
    access: 'operator',
    status: 200,
    answer: ReviewedBundleDto,
    fails: ['invalid_state', 'bundle_incomplete'],
  })
  async approve(@Operator() operator: string, @PathId() bundleId: string): Promise<ReviewedBundleDto> {
    return this.review.approve(operator, bundleId);
  }

  @Post(':id/reject')
  @Endpoint({
    id: 'compliance.bundles.reject',
    summary: 'Reject a bundle',
    description: 'Sends the reasons to the customer, by event and email. Audited as `bundle.reject`.',
    access: 'operator',
    status: 200,
    answer: ReviewedBundleDto,
    fails: ['invalid_state'],
  })
  async reject(
    @Operator() operator: string,
    @PathId() bundleId: string,
    @Body() { rejectionCodes: codes, reviewNotes = null }: RejectBundleBody,
  ): Promise<ReviewedBundleDto> {
    const rejection = { reviewNotes, rejectionCodes: [...new Set(codes)] };
    return this.review.reject(operator, bundleId, rejection);
  }
}
