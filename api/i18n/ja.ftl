### プログラムの日本語の文言。

## Sides and ranks

colour-black = 黒
colour-white = 白
rank-professional = プロ{ $grade }段
rank-dan = アマ{ $grade }段
rank-kyu = { $grade }級

## Amounts

zi-quarter = 1/4
zi-half = 1/2
zi-three-quarters = 3/4
zi-whole = { $whole }子
zi-part = { $part }子
zi-mixed = { $whole }と{ $part }子
list-separator = 、

## Values

value-none = なし
value-erased = 記録は求めにより消去
value-open = （未定）
value-deliberate = 故意
value-misread = 読み誤り
value-permitted = 審判の許可あり
value-not-permitted = 許可なし
value-hand-on = 手が石から離れていない
value-struck-out = なし（この記録は抹消）
vote-counted = 賛成{ $for }、反対{ $against }
move-pass = パス

## Offices

role-organiser = 主催者
role-chief-arbiter = 審判長
role-deputy-chief-arbiter = 副審判長
role-arbiter = 審判
role-recorder = 記録係
role-panel-member = 裁定委員
role-reviewer = 審査員
role-auditor = 監査人

## Results

result-won-by-count = { $winner }勝ち（計算による）
result-won-by-resignation = { $winner }中押し勝ち
result-won-by-time = { $winner }時間切れ勝ち
result-won-by-forfeit = { $winner }反則勝ち
result-won-by-warnings = { $winner }勝ち（相手の警告二回）
result-won-by-absence = { $winner }不戦勝
result-won-by-ruling = { $winner }勝ち（裁定による）
result-won-by-sanction = { $winner }勝ち（相手への処分による）
result-won-by-margin = { $winner }の{ $margin }勝ち（{ $by }）
result-not-won = { $outcome }（{ $by }）
result-with-state = { $result }、{ $state }
result-none = まだ結果なし
result-draw = 持碁
result-both-lose = 両者負け
result-no-result = 無勝負
result-by-count = 計算
result-by-resignation = 中押し
result-by-time = 時間切れ
result-by-forfeit = 反則
result-by-warnings = 警告二回
result-by-absence = 不戦
result-by-ruling = 裁定
result-by-sanction = 処分
result-state-provisional = 未確認
result-state-confirmed = 確認済み
result-state-appealed = 上訴中
result-state-final = 確定

## Orders of rulings and decisions

order-void-move = 記録{ $entry }の着手は無効とし、石を取り除く
order-move-stands = 記録{ $entry }の石はその点で有効とする
order-restore-stones = { $colour }石を{ $points }に戻す
order-remove-stones = { $points }の石を取り除く
order-move-stone = { $from }の石を{ $to }に移す
order-swap-players = 対局者の黒白を入れ替え、局面はそのまま
order-set-clock = 時計を合わせる：{ $settings }
order-treat-as-pass = { $colour }の時間超過はパスとみなす
order-award-points = 計算では{ $points }を{ $colour }のものとする
order-resume = 対局を再開し、時計を動かす
order-set-result = 結果を次のとおりとする：{ $result }
order-draw = 持碁とする
order-both-lose = 両者負けとする
order-no-result = 無勝負とする
order-replay = { $game }として打ち直す
order-overturn = { $ruling }は効力を失う

## Warnings, penalties, sanctions

warning-for = { $colour }に警告一回
admonition-for = { $colour }に勧告一回
penalty-forfeit-turn = { $colour }の手番を一回失う
penalty-deduct-zi = { $colour }から{ $amount }を引く
penalty-deduct-time = { $colour }の持ち時間から{ $amount }を引く
penalty-lose-game = { $colour }の負けとする
sanction-cancel-results = 成績取り消し
sanction-lose-games = 当該対局を負けとする
sanction-drop-place = 賞金を一つ下の順位とする
sanction-suspend = 出場停止
sanction-censure = 公開譴責

## Clocks

clock-left = 持ち時間残り{ $time }
clock-periods-left = 秒読み残り{ $count }回
clock-period-left = この秒読みの残り{ $time }
clock-moves-left = この区間であと{ $count }手
clock-used = 使用{ $time }
clock-over = { $time }超過
clock-running = 動作中
clock-set-left = { $colour }の持ち時間残り{ $time }
clock-set-periods = { $colour }の秒読み残り{ $count }回
clock-set-turn = { $colour }の今の秒読みの使用{ $time }
clock-table = それぞれの時点での両者の時計と、その時の結果
clock-strip = 時計の推移
clock-strip-reading = 横棒は一手の考慮時間、高い棒は秒読み、破線は両時計の停止を表す。
call-left = 残り{ $count }分
call-minutes = { $count }分

## Boards

board-description = 有効な着手{ $moves }手、最終手{ $last }、{ $colour }の番、取られた石：黒{ $black }・白{ $white }。
board-as-text = 文字による盤面
board-numbers = 数字は{ $first }手目以降の着手。
board-unnumbered = 数字のない石は{ $first }手目より前から盤上にあるか、着手以外で置かれた。
board-triangle = △は争点の記録に関わる点。
board-square = □は裁定が盤上で変えた点。
board-ring = 輪は最終手。
scene-before = 記録#{ $entry }の前
scene-at = 記録#{ $entry }の時点
scene-decided = 裁定{ $decision }の後

## Articles and findings

article-summary-unofficial = 要旨（非公式）：
article-of-event = 本大会独自の規定
article-source = { $edition }版の中国語原文より引用（誤植もそのまま）。原文のSHA-256：
finding-left-open = 条文は定めていない。
finding-status-open = 未裁定
finding-status-ruled = 条文どおりに裁定
finding-status-departed = 条文と異なる裁定
finding-status-lapsed = 失効
finding-status-automatic = 自動的に発効
decider-automatic = 裁定を要しない（自動的に発効）
decider-arbiter = 審判
decider-chief-arbiter = 審判長
window-next-move = 相手の次の着手まで
window-any-move = どちらかの次の着手まで
window-colour-swap-last-move = 規則の定める手数まで
window-cycle-broken = 循環が破れるまで
window-game-end = 終局まで
window-never = いつでも
window-complaint = 期限内の申し立て：
evidence-bytes = { $bytes }バイト
evidence-open = 公開
evidence-restricted = 非公開
evidence-file-awaited = 未着
evidence-file-kept = 保管中
evidence-file-deleted = 削除済み

## Breaches

breach-take-back = 待った
breach-stone-dropped = 石を落とした
breach-stone-displaced = 石のずれ
breach-board-scattered = 盤面の崩れ
breach-phone-rang = 携帯電話の着信音
breach-phone-viewed = 携帯電話の画面を見た
breach-smoking = 喫煙
breach-talk = 会話
breach-consultation = 資料の参照
breach-disturbance = 妨害
breach-left-game = 途中退場
breach-stalling = 不当な時間稼ぎ
breach-match-fixing = 八百長
breach-ceremony-missed = 式典欠席
breach-phone-used = 会場での携帯電話使用
breach-other = その他
pause-schedule = 予定による
pause-ruling = 裁定のため
pause-fault = 故障のため
pause-consent = 両対局者の同意

## Appeals

appeal-status-filed = 提出済み
appeal-status-seated = 委員会で審理中
appeal-status-decided = 裁定済み
appeal-status-withdrawn = 取り下げ
appeal-outcome-upheld = 認容
appeal-outcome-partly-upheld = 一部認容
appeal-outcome-dismissed = 棄却
appeal-outcome-out-of-time = 期限切れ

## Entries by their types

event-tournament-opened = 大会の開設
event-regulations-supplemented = 規定の追加
event-official-appointed = 役員の任命
event-official-relieved = 役員の解任
event-team-registered = チーム登録
event-player-registered = 選手登録
event-lineup-declared = 出場順の届け出
event-lot-committed = 抽選の事前確約
event-lot-drawn = 抽選
event-round-paired = 組み合わせ
event-pairing-changed = 組み合わせの変更
event-player-withdrew = 棄権
event-sanction-imposed = 処分
event-sanction-lifted = 処分の取り消し
event-standings-published = 順位の発表
event-round-closed = 回戦の終了
event-tournament-closed = 大会の終了
event-nigiri-held = 握り
event-player-arrived = 選手の到着
event-player-absent = 選手の不在
event-game-started = 対局開始
event-stone-played = 着手
event-turn-passed = パス
event-captives-lifted = アゲハマの取り上げ
event-clock-pressed = 時計を押した
event-clock-read = 時計の確認
event-byoyomi-read = 秒読み
event-seat-left = 離席
event-seat-retaken = 着席
event-breach-observed = 違反の確認
event-complaint-raised = 申し立て
event-consent-given = 同意
event-game-paused = 対局の中断
event-game-resumed = 対局の再開
event-times-confirmed = 使用時間の確認
event-clock-fault-found = 時計の故障
event-relief-requested = パス扱いの申請
event-move-sealed = 封じ手
event-seal-opened = 封じ手の開封
event-end-proposed = 終局の提案
event-end-agreed = 終局の合意
event-end-declined = 終局の拒否
event-dead-stones-agreed = 死石の合意
event-life-disputed = 死活の争い
event-contested-point-found = 未決の点
event-board-counted = 計算
event-recount-requested = 再計算の要求
event-resigned = 投了
event-result-confirmed = 結果の確認
event-ruling-made = 裁定
event-warning-issued = 警告
event-admonition-given = 勧告
event-penalty-imposed = 罰則
event-entry-inserted = 記録の追加
event-entry-corrected = 記録の訂正
event-statement-taken = 陳述
event-evidence-attached = 証拠
event-appeal-filed = 上訴の提出
event-panel-seated = 裁定委員会の構成
event-appeal-decided = 上訴の裁定
event-appeal-withdrawn = 上訴の取り下げ

## Names of fields

label-about = 対象
label-accepted = 受理日時
label-after = この後
label-against = 上訴の対象
label-allowed = 条文が認める裁定
label-announced = 告知日時
label-answers = 応答の対象
label-appeal-by = 上訴人
label-area = 地と石
label-article = 条文
label-as-of = 基準時点
label-authority = 決定機関
label-by = 当事者
label-call = 読み上げ
label-corrects = 訂正の対象
label-decided-by = 裁定者
label-decision = 裁定
label-decides = 裁定権者
label-window = 申し立ての期限
label-departure = 逸脱
label-detected = 発覚日時
label-edition = 規則
label-effect = 効果
label-entry = 記録
label-evidence = 証拠
label-file = ファイル
label-facts = 事実
label-finding = 認定
label-from = 陳述者
label-game = 対局
label-games = 当該対局
label-grounds = 上訴理由
label-hand = 手
label-happened = 発生日時
label-intent = 意図
label-kind = 種類
label-leave = 許可
label-lifted = 取り上げた石
label-moment = 時点
label-names = 言及された条文
label-orders = 命じる事項
label-outcome = 結論
label-panel = 委員
label-points = 点
label-read-as = 読み替え
label-read-to = 読まれた側
label-reading = 時計の表示
label-reasons = 理由
label-recorded-by = 記録：
label-recused = 回避
label-relief = 求める措置
label-result = 結果
label-result-now = 現在の結果
label-ruled = 裁定内容
label-ruling = 裁定
label-says-dead = 死と主張する側
label-sha256 = SHA-256
label-signatures = 署名
label-stands = 効力
label-statement = 陳述
label-status = 状態
label-stone = 石
label-text = 発言
label-times = タイムゾーン
label-tournament = 大会
label-until = 期限
label-voiced-by = 代弁者
label-vote = 採決
label-whom = 対象者
label-with = 共同の裁定者

## The dossier of an appeal

dossier-title = 上訴記録：{ $appeal }
dossier-game = 第{ $round }回戦 席番{ $board }（{ $game }）
dossier-as-of = 台帳の記録#{ $seq }（{ $time }受理）
dossier-decisions = 裁定の経過
dossier-no-decision = まだ裁定はない。
dossier-stands = 有効
dossier-overturned = { $by }により取り消し
dossier-story = 経緯
dossier-disputed = 争点
dossier-departure = この裁定は、その時点で条文が認めるものから外れている。
dossier-boards = 盤面と時計
dossier-not-named = 裁定は対象の記録を挙げていない。裁定前の最後の着手を示す。
dossier-articles = 引用条文
dossier-no-article = 条文の引用なし。
dossier-entries = 引用した記録
dossier-hash-rule = 記録のハッシュは、ゼロの1バイトに記録のバイト列を続けたもののSHA-256である。バイト列はこの文書のファイルに収められ、誰でも検算できる。
dossier-head = 作成時の台帳の最終記録は#{ $seq }、ハッシュは{ $hash }。
dossier-bytes = 記録のバイト列
dossier-checkpoint = 各記録は、{ $origin }が{ $size }件の記録に署名したチェックポイント（ルート{ $root }）によって証明される。
dossier-unsigned = この文書の記録を含む署名済みチェックポイントはまだない。
dossier-proofs = 記録の証明（C2SP tlog-proof）

## The frame of the pages

page-skip = 本文へ移動
page-way = 現在の場所
page-ledger = 台帳
page-size = 大きさ
page-entries = 記載数：{ $size }
page-last-hash = 最後の記載のハッシュ
page-check = データフォルダーを持つ人は次のコマンドですべてを検証できます：
page-language = 言語
page-events = 大会
page-no-events = 閲覧できる大会はありません。
page-for-programs = プログラム向け
page-keys = キー操作
page-keys-only-show = キーは表示だけに使います。キーで記録されることはありません。
page-letter-keys = 一文字のキーを使う
page-close = 閉じる
page-round = 第{ $number }回戦
page-board = 第{ $number }卓
page-rounds-of = { $of }回戦中 第{ $rounds }回戦
page-closed = 終了
page-under-way = 進行中
key-help = この説明
key-close = 開いているものを閉じる

## Signing in

sign-in = サインイン
sign-out = サインアウト
sign-as = サインイン中：
sign-keeper = サービスの管理者
sign-refused = サインインできませんでした
sign-explained = 役員はサービスの管理者から受け取ったトークンでサインインします。閲覧だけなら不要です。
sign-token = トークン

## Problems

problem-meaning = この意味
problem-trace = 追跡番号
problem-again = 同じ要求は後で通ることがあります。
problem-not-again = 同じ要求は後でも通りません。
problem-code = コード
problem-status = HTTPステータス

## Tournaments

page-parts = このページの内容
page-rounds = 回戦
page-no-rounds = まだ組み合わせがありません。
page-not-opened = この台帳に大会はありません。
page-players = 参加者：{ $players }
page-starts = 開始：
page-boards-of = 第{ $number }回戦の対局
page-board-short = 卓
page-round-short = 回戦
page-pairing = 黒番、白番
page-moves = 手数
page-byes = 不戦：
page-open-findings = 未裁定：{ $count }
page-nigiri = ニギリで決める
page-standings-after = 第{ $number }回戦終了時の順位。
page-origin = 数字を選ぶとその内訳が見られます。
page-place = 順位
page-name = 名前
page-rank = 段級位
page-number = 番号
page-separated = 次の順位との差
page-open-games = 未決着：
page-provisional = 未確認：
page-appealed = 提訴中：
page-lifted = 解除済み
page-cross-signs = 12+b：12番に黒で勝ち；− 負け、= 引き分け、# 両者負け、x 取り消し、! 不戦。
page-by = 記録者
key-round = 前の回戦、次の回戦
tab-boards = 対局
tab-standings = 順位
tab-crosstable = 対戦表
tab-moves = 着手
tab-clock = 時計
tab-timeline = 経過
tab-findings = 判定
game-status-paired = 組み合わせ済み
game-status-playing = 対局中
game-status-paused = 中断
game-status-sealed = 封じ手
game-status-ending = 終局の合意
game-status-counting = 計算中
game-status-finished = 終了
game-status-confirmed = 確認済み
explain-title = { $name }：第{ $round }回戦終了時 { $place }位
explain-bouts = 回戦ごとの内訳
explain-opponent = 相手
explain-points = 勝点
explain-worth = 相手から得る点
explain-bye = 不戦勝
explain-sums = 合計
explain-in-force = 本大会の方式；最高点{ $highest }
explain-otherwise = 別の方式；最高点{ $highest }
explain-order = 順位の決め方
explain-above = 上位との差、
explain-below = 下位との差、
explain-nothing = 差はなく同順位
bout-won = 勝ち
bout-drew = 引き分け
bout-lost = 負け
bout-both-lost = 両者負け
bout-cancelled = 取り消し
basis-played = 対局
basis-sanction = 制裁による
basis-withdrawal = 棄権による

## A game

game-board = 盤
game-to-play = 手番
game-at-move = { $number }手目の盤面
game-lost-stones = 取られた石：{ $count }
game-warnings = 警告：{ $count }
game-replayed-as = 再対局：
game-ruling-published = 裁定{ $ruling }が公表されました：{ $outcome }
game-steps = 手を進める・戻す
game-first = 最初の局面
game-back-ten = 10手戻る
game-back = 1手戻る
game-on = 1手進む
game-on-ten = 10手進む
game-last = 現在
game-move = 手数
game-go = 移動
game-looks = 盤の表示
game-coordinates = 座標
game-numbers = 手数表示
game-turned = 反対側から
game-incidents = 出来事
game-incident-before = 前の出来事
game-incident-after = 次の出来事
game-no-moves = まだ着手がありません。
game-voided = 裁定で取り消された手：
game-clocks-at = { $number }手目の時計
game-to-call = このまま考え続けたときの秒読み
game-no-clock = この対局には時計の記録がありません。
game-nothing = まだ記録がありません。
game-part = 全{ $all }件中 { $from }～{ $to }件
game-parts = 経過の区切り
game-earlier = 前へ
game-later = 後へ
game-amended = 訂正
game-no-findings = 規則上の指摘も裁定もありません。
game-findings = 判定と裁定
game-overturned = 取り消し
game-fold = すべて閉じる
game-unfold = すべて開く
penalty-name-forfeit-turn = 一手パス
penalty-name-deduct-zi = 子の減点
penalty-name-deduct-time = 時間の減算
penalty-name-lose-game = 負け
event-overturned = 裁定の取り消し
event-struck-out = 抹消
event-set-apart = 別扱い
key-step = 1手戻る・進む
key-ten = 10手戻る・進む
key-ends = 最初・現在
key-go-to = 手数を指定
key-incident = 次・前の出来事
key-fold = すべて閉じる・開く
key-coordinates = 座標
key-numbers = 手数表示
key-turn = 盤を反転
key-tab = 着手・時計・経過・判定

## Standings

criterion-total-score = 総得点
criterion-points = 勝点
criterion-opponents = 対戦相手の勝点合計
criterion-beaten = 勝った相手の勝点
criterion-warnings = 警告回数
criterion-wins = 勝局数
criterion-direct = 直接対決
criterion-sos = SOS
criterion-sos1 = SOS-1（最低点を除く）
criterion-sos2 = SOS-2（最低二点を除く）
criterion-sosos = SOSOS
criterion-sodos = SODOS
criterion-cumulative = 累進点
criterion-boards = 席順の比較
criterion-rating = レーティング
criterion-playoff = プレーオフ
criterion-lot = 抽選
criterion-elimination = 敗退が後
unplaced-withdrew-before-start = 第一回戦前に棄権
unplaced-results-void = 途中棄権により全成績無効
pmax-scored = 実際の最高勝点
pmax-possible = 可能な最高勝点
format-swiss = スイス式
format-round-robin = 総当たり
format-double-round-robin = 二回総当たり
format-multi-round-robin = 複数回総当たり
format-knockout = トーナメント
format-double-knockout = 二敗失格トーナメント
format-multi-knockout = 複数敗失格トーナメント
format-swiss-knockout = スイス式とトーナメント
format-match = 番碁
format-win-and-stay = 勝ち抜き戦
edition-cn-1988 = 中国囲碁競技規則1988年版
edition-cn-2002 = 中国囲碁競技規則2002年版
