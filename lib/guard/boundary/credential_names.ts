/*
 * How tools that keep credentials call their files: a list, all in lower case. What no list foresees is not quoted either, unless it is of a known
 * type (`file_types.ts`), and what does not tell by its name may tell by its content (`credential_content.ts`).
 */

/** Folders below which everything is private, wherever they stand. */
export const PRIVATE_FOLDERS = words(
  ".git git~1 .ssh secrets .secrets .gnupg .aws .password-store .kube .oci .aliyun .tccli .tencentcloud .hcloud .huaweicloud .volcengine .jdcloud .qcloud .ucloud .bluemix .gcloud .vault " +
    ".electrum .bitcoin .ethereum .solana .thunderbird .mozilla .bitwarden .1password .keychain keyrings .sops .step .tsh .minikube .ngrok2 .snowsql .databricks .kaggle .huggingface",
);

/** The same for folders that only in another one belong to such a tool. */
export const PRIVATE_PLACES = words(
  ".config/gcloud .config/gh .config/hub .config/glab-cli .config/doctl .config/rclone .config/openstack .config/op .config/configstore .config/stripe .config/netlify .config/heroku " +
    ".config/github-copilot .config/hcloud .config/linode-cli .config/scw .config/ngrok .config/sops .config/helm .config/composer .config/fly .config/vercel .config/wandb " +
    ".config/com.vercel.cli .config/azure .config/containers .config/yandex-cloud .config/exoscale .config/civo .config/upctl .config/aws .config/kube .config/mc .config/mods " +
    ".config/msmtp .config/isync .config/neomutt .config/mutt .config/aerc .config/irssi .config/weechat .config/filezilla .config/remmina .config/chromium .config/google-chrome .ethereum/keystore .subversion/auth",
);

/** A file by its folder and name, where the name alone says nothing. */
export const PRIVATE_FILES = words(
  ".docker/config.json docker/config.json gh/hosts.yml gh/hosts.yaml .azure/accesstokens.json .azure/azureprofile.json .azure/msal_token_cache.json .azure/service_principal_entries.json .azure/clouds.config " +
    ".m2/settings.xml .m2/settings-security.xml .mvn/settings.xml .gem/credentials .cargo/credentials .gradle/gradle.properties .terraform.d/credentials.tfrc.json .fly/config.yml .heroku/credentials " +
    ".codex/auth.json .claude/.credentials.json .sbt/.credentials .ivy2/.credentials .pip/pip.conf .config/pip/pip.conf .npm/_auth .composer/auth.json .expo/state.json .jupyter/jupyter_server_config.json " +
    ".irssi/config .lftp/bookmarks .ncftp/bookmarks .cloudflared/cert.pem .mc/config.json .vnc/passwd etc/shadow etc/gshadow etc/passwd",
);

/** Whole names. */
export const PRIVATE_NAMES = words(
  ".netrc _netrc netrc .authinfo authinfo .pgpass pgpass.conf pgpass .npmrc .yarnrc .yarnrc.yml .yarnrc.yaml .pypirc .htpasswd .htdigest htpasswd htdigest .git-credentials .my.cnf .mylogin.cnf " +
    ".s3cfg .boto .dockercfg .dockerconfigjson .dockerconfig dockerconfigjson .vault-token .vault-pass .vault_pass .vault_password .vault-password vault_pass vault_password vault-password-file .ansible_vault_password " +
    ".terraformrc terraform.rc credentials .credentials .creds creds wallet.dat shadow gshadow kubeconfig .kubeconfig kube_config kube.config k3s.yaml " +
    ".msmtprc msmtprc .fetchmailrc .getmailrc .mbsyncrc .offlineimaprc .muttrc .mailrc .smbcredentials .cifscredentials smbpasswd .smbpasswd .lftprc .wgetrc .curlrc .ncftprc .rhosts .shosts .x11vncrc .vncpasswd " +
    "auth.json oauth_creds.json access_tokens.db accesstokens.json azureprofile.json msal_token_cache.json msal_token_cache.bin service_principal_entries.json application_default_credentials.json adc.json " +
    "credentials.tfrc.json clouds.yaml clouds.yml secure.yaml secure.yml clouds-public.yaml rclone.conf .rclone.conf rootkey.csv accesskeys.csv .passwd-s3fs .passwd passwd-s3fs .databrickscfg .snowsql .bigqueryrc " +
    ".openrc keystonerc kaggle.json .edgerc .fastlane_session .ossutilconfig .obsutilconfig .cos.conf .cos.yaml .bce .qiniu .tccli .doctlrc .linode-cli .travis-ci-token .gist .gist-vim .hub .dbshell " +
    "logins.json key3.db key4.db signons.sqlite cookies.sqlite cookies.db cookies cookiejar .cookiejar cookie-jar cookies.binarycookies login_data recentservers.xml sitemanager.xml filezilla.xml winscp.ini .remmina " +
    "publish-settings ngrok.yml .ngrok.yml .erlang.cookie .rnd .random_seed jwt.hex .sops.key sops-age.txt settings-security.xml maven-settings.xml " +
    "localsettings.php wp-config.php jenkins-credentials.xml credentials.xml secrets.json master.key hudson.util.secret initialadminpassword .lastpass.csv lastpass_export.csv bitwarden_export.json 1password.csv " +
    "privkey privkey.pem private-key privatekey private_key identity id_wallet keyfile .keyfile secretkey secret_key secret-key .kdbx-key deploy_key deploy-key deploykey storagestate.json storage_state.json " +
    "local.settings.json keystore.properties key.properties signing.properties sftp-config.json sftp.json .ftpconfig .ftppass .remote-sync.json ssmtp.conf .esmtprc sasl_passwd sasldb2 chap-secrets pap-secrets " +
    "wpa_supplicant.conf tomcat-users.xml userlist.txt .flaskenv .lesshst .viminfo consolehost_history.txt",
);

/** Last extensions of files that are keys, stores of keys, or what a tool knows of the machines it runs. */
export const PRIVATE_EXTENSIONS = words(
  "pem key p8 p12 pfx pkcs8 pkcs12 p7k jks jceks bcfks keystore truststore bks uber keytab ppk pvk snk kdb kdbx kwallet psafe3 agekey tfstate tfvars tfrc env ovpn keychain keychain-db gpgkey " +
    "kubeconfig dockercfg dockerconfigjson netrc htpasswd pgpass passwd password passwords secret secrets credential credentials creds rdp rdg remmina vnc publishsettings mobileprovision provisionprofile " +
    "agilekeychain opvault 1pif 1pux enpassdb cookies cookiejar har jwk wallet seed mnemonic token tokens apikey ssh sshkey privkey pgp gpg secring mylogin pwl pwd psk",
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
