/** The name of the product, as authenticator apps show it. No application may use it. */
export const PRODUCT_NAME = 'Trunkline';
