/**
 * Services whose credentials have no shape of their own: a name with one of these words in it, given a value that looks random, is a
 * credential. Lower case, without separators; a name is compared without its own.
 */
export const VENDORS: readonly string[] = (
  "adafruit adobe adyen airtable aiven algolia alibaba aliyun amplitude anthropic apify artifactory asana assemblyai atlassian authress auth0 " +
  "azure backblaze baidu beamer bitbucket bitly bitrise bittrex braintree branchio bugsnag bunny buttercms bybit calendly canva " +
  "checkout chargebee circleci civo clarifai clerk clickhouse clickup clojars cloudant cloudflare cloudinary cloudsmith codacy codecov " +
  "codeclimate cohere coinbase configcat confluence confluent contentful couchbase coveralls cratesio customerio datadog databricks databento datagov " +
  "deepgram deepseek deepl definednetworking digitalocean discord disqus dnkey docker docusign doppler droneci dropbox duffel dynatrace easypost ebay elastic " +
  "elevenlabs endorlabs etsy exoscale facebook fastly fauna figma finicity finnhub firebase flickr flutterwave flyio frameio freemius freshbooks freshdesk " +
  "fullstory gemini ghost gitea github gitlab gitter gocardless google grafana greptile groq gumroad harness hashicorp helpscout heroku " +
  "hetzner honeycomb honeybadger hotjar hubspot huggingface ibmcloud influxdb infomaniak infracost infura instagram intercom intra42 ipinfo ipstack jenkins jira " +
  "jfrog jumpcloud kagi keycloak kimi klaviyo kraken kucoin kubernetes langsmith lark launchdarkly lichess lighton linear linkedin linode lob logdna loggly " +
  "looker mailchimp mailersend mailgun mailjet mandrill mapbox mattermost maxmind mercury meraki messagebird mistral mixpanel moonshot monday mongodb mux " +
  "neon netlify newrelic newyorktimes ngrok nightfall notion npmrc nuget nylas nytimes nvidia octopus okta ollama onelogin onesignal openai openrouter openweather " +
  "opsgenie optimizely ovh pagerduty paddle pastebin paypal perplexity pinecone pinterest pivotal plaid planetscale plivo polymarket postgres posthog postman postmark " +
  "prefect privateai pubnub pulumi pusher pypi quay rabbitmq rainforest rapidapi razorpay readme recaptcha redis replicate resend rollbar rubygems runpod " +
  "salesforce samsara saucelabs scaleway scalingo scalr segment sendbird sendgrid sendinblue sentry settlemint shippo shodan shopify sidekiq signalfx slack " +
  "smartsheet snowflake snyk sonar sonarcloud sonarqube sourcegraph spotify square squarespace squareup sslmate stability statuspage stripe sumologic sumo supabase " +
  "surge tableau tailscale telegram telnyx tencent terraform together travis travisci trello twilio twitch twitter typeform unsplash upstage uptimerobot vercel " +
  "vonage nexmo vultr wakatime wandb weatherstack webex webflow weightsandbiases wepay workos wordpress yandex youtube zai zapier zendesk zoho zoom"
).split(" ");
