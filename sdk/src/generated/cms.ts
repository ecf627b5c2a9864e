// Generated from openapi/ by `npm run generate`. Not edited by hand.

export interface paths {
    "/api/my-paket-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The offers of «Мой Пакет».
         * @description Draft content is shown where the page's own address has `draft=Y`; draft and published are separate. Failures are shown in place,
         *     with a retry.
         */
        get: operations["getMyPaketPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * CmsCardData
         * @description What the offer's page offers to do. The project's own shape.
         */
        CmsCardData: {
            /** @description Text of the button. */
            buttonText?: string | null;
            /**
             * Format: uri
             * @description Where the button leads.
             */
            buttonUrl?: string | null;
            /** @description Name of the partner. */
            name?: string | null;
            /** @description Id for `getPromocodesToUser`; with it the page has a button for a promocode. */
            partnerOfferId?: string | null;
        };
        /**
         * CmsLogo
         * @description A logo. The project's own shape.
         */
        CmsLogo: {
            /** @description Whose logo it is. */
            name: string;
            /** @description Address, on the origin of the content. */
            url: string;
        };
        /**
         * CmsOffer
         * @description An offer. `name` and the shapes of logos and card data are the project's own.
         */
        CmsOffer: {
            /** @description Names of bundles of the catalogue whose holders get it. Texts and no enum, the names stand in the catalogue alone; one that it has not is no one's. */
            bundles: string[];
            /** @description What the offer's page offers to do, or null. */
            cardData: components["schemas"]["CmsCardData"] | null;
            /** @description Logos of brands. */
            circleBrandLogos: components["schemas"]["CmsLogo"][];
            /** @description Logos of chains. */
            circleRetailLogos: components["schemas"]["CmsLogo"][];
            /** @description Plain text, never markup. */
            description: string;
            /** @description Picture, or null. */
            image: {
                /** @description Address, on the origin of the content. */
                url: string;
            } | null;
            /** @description Colour of the card’s ground. */
            mainColor: string;
            /** @description Name in the address `/offers/{name}`, unique. */
            name: string;
            /** @description Tags that it can be filtered by. */
            tags: components["schemas"]["CmsTag"][];
            /** @description Title. */
            title: string;
            /**
             * @description common: for everybody, shown before a subscription too. other: only for holders of its bundles.
             * @enum {string}
             */
            type: "common" | "other";
        };
        /**
         * CmsTag
         * @description A tag that offers are filtered by.
         */
        CmsTag: {
            /** @description Title of the group of the filter. */
            filterGroup: string;
            /** @description Name of an icon; one that is not known is left out. */
            icon: string;
            /** @description Text to show. */
            label: string;
            /** @description Name, the same in every offer that has the tag. */
            name: string;
        };
        /**
         * MyPaketPage
         * @description The page «Мой Пакет» as editors wrote it.
         */
        MyPaketPage: {
            /** @description The page. */
            data: {
                /** @description Offers in the order of the editors, which is preserved. Empty when there is none. */
                offers: components["schemas"]["CmsOffer"][];
            };
        };
        /**
         * Refusal
         * @description A refusal. The code says which, where there is one; the message is for logs, never for the page.
         */
        Refusal: {
            /** @description The business code, see `x-failures` of the call. */
            code?: number;
            /** @description For logs only. */
            message?: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMyPaketPage: {
        parameters: {
            query: {
                /** @description What is filled in: `tags,offers,bundles,logos,cardData`. */
                populate: string;
                /** @description draft: what editors work on. published: what everybody sees. */
                status: "draft" | "published";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyPaketPage"];
                };
            };
            /** @description There is no such page. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            /** @description The content system failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
        };
    };
}

/** The content system's one read: its path, how long it is fresh and cached, in milliseconds. */
export const contentRead = {"path":"/api/my-paket-page","freshMs":14400000,"keptMs":86400000} as const
