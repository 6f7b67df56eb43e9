### 程序的简体中文文字。

## Sides and ranks

colour-black = 黑方
colour-white = 白方
rank-professional = 职业{ $grade }段
rank-dan = 业余{ $grade }段
rank-kyu = { $grade }级

## Amounts

zi-quarter = 1/4
zi-half = 1/2
zi-three-quarters = 3/4
zi-whole = { $whole }子
zi-part = { $part }子
zi-mixed = { $whole }又{ $part }子
list-separator = 、

## Values

value-none = 无
value-erased = 记录已应要求删除
value-open = （未定）
value-deliberate = 故意
value-misread = 读错
value-permitted = 经裁判员许可
value-not-permitted = 未经许可
value-hand-on = 手未离子
value-struck-out = 不作数：该条目已划去
vote-counted = { $for }票赞成，{ $against }票反对
move-pass = 虚着

## Offices

role-organiser = 组委会
role-chief-arbiter = 裁判长
role-deputy-chief-arbiter = 副裁判长
role-arbiter = 裁判员
role-recorder = 记录员
role-panel-member = 仲裁委员会委员
role-reviewer = 审查员
role-auditor = 审计员

## Results

result-won-by-count = { $winner }数子胜
result-won-by-resignation = { $winner }中盘胜（对方认输）
result-won-by-time = { $winner }胜（对方超时）
result-won-by-forfeit = { $winner }胜（对方判负）
result-won-by-warnings = { $winner }胜（对方两次警告）
result-won-by-absence = { $winner }胜（对方缺席）
result-won-by-ruling = { $winner }胜（依裁决）
result-won-by-sanction = { $winner }胜（对方受处罚）
result-won-by-margin = { $winner }胜{ $margin }（{ $by }）
result-not-won = { $outcome }（{ $by }）
result-with-state = { $result }，{ $state }
result-none = 尚无结果
result-draw = 和棋
result-both-lose = 双方均负
result-no-result = 无胜负
result-by-count = 数子
result-by-resignation = 中盘认输
result-by-time = 超时
result-by-forfeit = 判负
result-by-warnings = 两次警告
result-by-absence = 缺席
result-by-ruling = 裁决
result-by-sanction = 处罚
result-state-provisional = 未确认
result-state-confirmed = 已确认
result-state-appealed = 申诉中
result-state-final = 最终

## Orders of rulings and decisions

order-void-move = 条目{ $entry }的着手无效，棋子取回
order-move-stands = 条目{ $entry }的棋子留在原点有效
order-restore-stones = { $colour }棋子放回{ $points }
order-remove-stones = 提去{ $points }的棋子
order-move-stone = { $from }的棋子挪至{ $to }
order-swap-players = 双方互换黑白，棋局保持不变
order-set-clock = 拨正计时：{ $settings }
order-treat-as-pass = { $colour }超时视为使用虚着
order-award-points = { $points }归{ $colour }所有
order-resume = 续弈，计时器开动
order-set-result = 结果定为：{ $result }
order-draw = 判和
order-both-lose = 判双方均负
order-no-result = 判无胜负
order-replay = 重赛，新局为{ $game }
order-overturn = { $ruling }不再有效

## Warnings, penalties, sanctions

warning-for = { $colour }警告一次
admonition-for = 对{ $colour }劝告一次
penalty-forfeit-turn = { $colour }弃权一次
penalty-deduct-zi = { $colour }罚出{ $amount }
penalty-deduct-time = 扣除{ $colour }用时{ $amount }
penalty-lose-game = 判{ $colour }负
sanction-cancel-results = 取消成绩
sanction-lose-games = 判有关棋局负
sanction-drop-place = 降一个名次发放奖金
sanction-suspend = 停赛
sanction-censure = 通报批评

## Clocks

clock-left = 基本用时剩余{ $time }
clock-periods-left = 读秒剩余{ $count }次
clock-period-left = 本次读秒剩余{ $time }
clock-moves-left = 本节尚须着{ $count }手
clock-used = 已用{ $time }
clock-over = 超时{ $time }
clock-running = 走时中
clock-set-left = { $colour }基本用时剩余{ $time }
clock-set-periods = { $colour }读秒剩余{ $count }次
clock-set-turn = { $colour }本次读秒已用{ $time }
clock-table = 上述各时刻的双方计时与当时的结果
clock-strip = 双方用时图
clock-strip-reading = 每一横条为一手所用时间，加高者为读秒，虚线为双方计时均停止。
call-left = 还剩{ $count }分钟
call-minutes = { $count }分钟

## Boards

board-description = 有效着手{ $moves }手；最后一手：{ $last }；轮到{ $colour }；被提：黑{ $black }子，白{ $white }子。
board-as-text = 文字棋盘
board-numbers = 数字为第{ $first }手起的着手。
board-unnumbered = 无数字的棋子在第{ $first }手之前已在盘上，或并非由着手放上。
board-triangle = △为争议条目所涉之点。
board-square = □为裁决在盘上所改之点。
board-ring = 圆圈为最后一手。
scene-before = 条目#{ $entry }之前
scene-at = 条目#{ $entry }之时
scene-decided = 裁决{ $decision }之后

## Articles and findings

article-summary-unofficial = 提要（非正式）：
article-of-event = 本次比赛规程的补充条款
article-source = 引自{ $edition }版规则原文，原文误植照录；原文SHA-256：
finding-left-open = 条文未作限定。
finding-status-open = 待裁决
finding-status-ruled = 已依条文裁决
finding-status-departed = 裁决不同于条文所定
finding-status-lapsed = 已过期失效
finding-status-automatic = 自动生效
decider-automatic = 无须裁决，自动生效
decider-arbiter = 裁判员
decider-chief-arbiter = 裁判长
window-next-move = 对方下一手之前
window-any-move = 任一方下一手之前
window-colour-swap-last-move = 规则所定手数之内
window-cycle-broken = 循环被打破之前
window-game-end = 对局结束之前
window-never = 不限时
window-complaint = 已及时提出：
evidence-bytes = { $bytes }字节
evidence-open = 公开
evidence-restricted = 不公开
evidence-file-awaited = 尚未收到
evidence-file-kept = 已存
evidence-file-deleted = 已删除

## Breaches

breach-take-back = 悔棋
breach-stone-dropped = 棋子掉落
breach-stone-displaced = 移子
breach-board-scattered = 棋局散乱
breach-phone-rang = 手机发出响声
breach-phone-viewed = 注视手机屏幕
breach-smoking = 吸烟
breach-talk = 交谈
breach-consultation = 查阅资料
breach-disturbance = 妨碍他人
breach-left-game = 中途退场
breach-stalling = 无理消耗对方时间
breach-match-fixing = 下假棋
breach-ceremony-missed = 缺席仪式
breach-phone-used = 赛场内使用手机
breach-other = 其他
pause-schedule = 按日程暂停
pause-ruling = 等待裁决
pause-fault = 器材故障
pause-consent = 双方同意

## Appeals

appeal-status-filed = 已提出
appeal-status-seated = 仲裁委员会审理中
appeal-status-decided = 已裁定
appeal-status-withdrawn = 已撤回
appeal-outcome-upheld = 申诉成立
appeal-outcome-partly-upheld = 申诉部分成立
appeal-outcome-dismissed = 申诉驳回
appeal-outcome-out-of-time = 逾期失效

## Entries by their types

event-tournament-opened = 比赛开立
event-regulations-supplemented = 补充规定
event-official-appointed = 任命裁判或工作人员
event-official-relieved = 免职
event-team-registered = 队伍注册
event-player-registered = 棋手注册
event-lineup-declared = 出场名单
event-lot-committed = 抽签承诺
event-lot-drawn = 抽签
event-round-paired = 本轮编排
event-pairing-changed = 编排变更
event-player-withdrew = 退出比赛
event-sanction-imposed = 处罚
event-sanction-lifted = 撤销处罚
event-standings-published = 公布名次
event-round-closed = 本轮结束
event-tournament-closed = 比赛结束
event-nigiri-held = 猜先
event-player-arrived = 棋手到场
event-player-absent = 棋手缺席
event-game-started = 对局开始
event-stone-played = 着子
event-turn-passed = 虚着
event-captives-lifted = 提子
event-clock-pressed = 按钟
event-clock-read = 读钟
event-byoyomi-read = 读秒
event-seat-left = 离席
event-seat-retaken = 回席
event-breach-observed = 发现违规
event-complaint-raised = 投诉
event-consent-given = 同意
event-game-paused = 对局暂停
event-game-resumed = 对局续弈
event-times-confirmed = 用时确认
event-clock-fault-found = 计时器故障
event-relief-requested = 申请按虚着处理
event-move-sealed = 封棋
event-seal-opened = 启封
event-end-proposed = 提议终局
event-end-agreed = 同意终局
event-end-declined = 不同意终局
event-dead-stones-agreed = 确认死子
event-life-disputed = 死活争议
event-contested-point-found = 发现可争之点
event-board-counted = 数子
event-recount-requested = 要求复核
event-resigned = 认输
event-result-confirmed = 确认结果
event-ruling-made = 裁决
event-warning-issued = 警告
event-admonition-given = 劝告
event-penalty-imposed = 判罚
event-entry-inserted = 补录条目
event-entry-corrected = 更正条目
event-statement-taken = 陈述
event-evidence-attached = 证据
event-appeal-filed = 提出申诉
event-panel-seated = 仲裁委员会组成
event-appeal-decided = 仲裁裁定
event-appeal-withdrawn = 撤回申诉

## Names of fields

label-about = 关于
label-accepted = 录入时间
label-after = 位于其后
label-against = 申诉对象
label-allowed = 条文允许
label-announced = 宣布时间
label-answers = 答复
label-appeal-by = 申诉人
label-area = 子数
label-article = 条文
label-as-of = 截至
label-authority = 决定机构
label-by = 当事方
label-call = 所读
label-corrects = 更正对象
label-decided-by = 裁决人
label-decision = 裁决
label-decides = 由谁裁决
label-window = 提出时限
label-departure = 偏离
label-detected = 发现时间
label-edition = 规则
label-effect = 效果
label-entry = 条目
label-evidence = 证据
label-file = 文件
label-facts = 事实
label-finding = 认定
label-from = 陈述人
label-game = 对局
label-games = 有关棋局
label-grounds = 理由
label-hand = 手
label-happened = 发生时间
label-intent = 意图
label-kind = 类别
label-leave = 许可
label-lifted = 提去
label-moment = 时刻
label-names = 所提条文
label-orders = 裁定事项
label-outcome = 结论
label-panel = 委员
label-points = 点
label-read-as = 读作
label-read-to = 读秒对象
label-reading = 钟面显示
label-reasons = 理由
label-recorded-by = 记录：
label-recused = 回避
label-relief = 请求
label-result = 结果
label-result-now = 目前结果
label-ruled = 裁决内容
label-ruling = 裁决
label-says-dead = 认为是死棋的一方
label-sha256 = SHA-256
label-signatures = 签名
label-stands = 效力
label-statement = 陈述
label-status = 状态
label-stone = 棋子
label-text = 所述
label-times = 时区
label-tournament = 比赛
label-until = 期限
label-voiced-by = 代为提出
label-vote = 表决
label-whom = 处罚对象
label-with = 共同裁决

## The dossier of an appeal

dossier-title = 申诉案卷：{ $appeal }
dossier-game = 第{ $round }轮第{ $board }台（{ $game }）
dossier-as-of = 账本条目#{ $seq }，录入于{ $time }
dossier-decisions = 历次裁决
dossier-no-decision = 尚无裁决。
dossier-stands = 有效
dossier-overturned = 被{ $by }撤销
dossier-story = 事件经过
dossier-disputed = 争议所在
dossier-departure = 该裁决不同于条文当时所允许的处理。
dossier-boards = 棋盘与计时
dossier-not-named = 裁决未指明所针对的条目：以下为裁决前的最后一手。
dossier-articles = 所引条文
dossier-no-article = 未引用条文。
dossier-entries = 所引条目
dossier-hash-rule = 条目的哈希值是一个零字节加条目字节的SHA-256。条目字节载于本案卷文件，任何人均可复算。
dossier-head = 当时账本的最后条目为#{ $seq }，哈希值{ $hash }。
dossier-bytes = 条目字节
dossier-checkpoint = 各条目由{ $origin }对{ $size }条条目的已签名检查点证明，根哈希{ $root }。
dossier-unsigned = 尚无已签名的检查点覆盖本案卷的条目。
dossier-proofs = 条目的证明（C2SP tlog-proof）

## The frame of the pages

page-skip = 跳到正文
page-way = 当前位置
page-ledger = 账本
page-size = 大小
page-entries = 条目数：{ $size }
page-last-hash = 最后条目的哈希
page-check = 拥有数据目录的人可用此命令全部核验：
page-language = 语言
page-events = 比赛
page-no-events = 这里没有您可以查看的比赛。
page-for-programs = 程序接口
page-keys = 快捷键
page-keys-only-show = 快捷键只用于查看，不会写入任何记录。
page-letter-keys = 启用单字符快捷键
page-close = 关闭
page-round = 第{ $number }轮
page-board = 第{ $number }台
page-rounds-of = 第{ $rounds }轮，共{ $of }轮
page-closed = 已结束
page-under-way = 进行中
key-help = 显示本帮助
key-close = 关闭已打开的内容

## Signing in

sign-in = 登录
sign-out = 退出
sign-as = 登录身份
sign-keeper = 服务管理员
sign-refused = 登录未成功
sign-explained = 工作人员用服务管理员发给的令牌登录。仅浏览无需登录。
sign-token = 令牌

## Problems

problem-meaning = 这是什么意思
problem-trace = 追踪号
problem-again = 同样的请求稍后可能成功。
problem-not-again = 同样的请求稍后也不会成功。
problem-code = 代码
problem-status = HTTP状态

## Tournaments

page-parts = 本页内容
page-rounds = 轮次
page-no-rounds = 尚未编排任何轮次。
page-not-opened = 此账本中没有比赛。
page-players = 棋手：{ $players }
page-starts = 开赛：
page-boards-of = 第{ $number }轮各台
page-board-short = 台
page-round-short = 轮
page-pairing = 黑方、白方
page-moves = 手数
page-byes = 轮空：
page-open-findings = 待裁：{ $count }
page-nigiri = 猜先决定
page-standings-after = 第{ $number }轮后名次。
page-origin = 每个数字均可点击查看来源。
page-place = 名次
page-name = 姓名
page-rank = 段级位
page-number = 序号
page-separated = 与下一名的区分
page-open-games = 尚未结束：
page-provisional = 尚未全部确认：
page-appealed = 申诉中：
page-lifted = 已解除
page-cross-signs = 12+b：执黑胜12号；− 负，= 和，# 双方负，x 取消，! 未下。
page-by = 记录者
key-round = 上一轮、下一轮
tab-boards = 对局
tab-standings = 名次
tab-crosstable = 对阵表
tab-moves = 着手
tab-clock = 棋钟
tab-timeline = 时间线
tab-findings = 判定
game-status-paired = 已编排
game-status-playing = 进行中
game-status-paused = 暂停
game-status-sealed = 封棋
game-status-ending = 双方终局
game-status-counting = 数子中
game-status-finished = 已结束
game-status-confirmed = 已确认
explain-title = { $name }：第{ $round }轮后第{ $place }名
explain-bouts = 各轮计分
explain-opponent = 对手
explain-points = 得分
explain-worth = 对手所计分
explain-bye = 轮空
explain-sums = 合计
explain-in-force = 本赛采用；最高分{ $highest }
explain-otherwise = 另一种解释；最高分{ $highest }
explain-order = 名次排列依据
explain-above = 与上一名的区分，
explain-below = 与下一名的区分，
explain-nothing = 无区分，名次并列
bout-won = 胜
bout-drew = 和
bout-lost = 负
bout-both-lost = 双方负
bout-cancelled = 取消
basis-played = 对局
basis-sanction = 处罚
basis-withdrawal = 退赛

## A game

game-board = 棋盘
game-to-play = 轮走
game-at-move = 第{ $number }手后的棋盘
game-lost-stones = 被提：{ $count }子
game-warnings = 警告：{ $count }
game-replayed-as = 重赛：
game-ruling-published = 已公布裁决{ $ruling }：{ $outcome }
game-steps = 前后步进
game-first = 开局
game-back-ten = 后退十手
game-back = 后退一手
game-on = 前进一手
game-on-ten = 前进十手
game-last = 当前
game-move = 手数
game-go = 跳转
game-looks = 棋盘显示
game-coordinates = 坐标
game-numbers = 手数编号
game-turned = 反向
game-incidents = 事件
game-incident-before = 上一事件
game-incident-after = 下一事件
game-no-moves = 尚未落子。
game-voided = 经裁决撤回：
game-clocks-at = 第{ $number }手后的棋钟
game-to-call = 继续思考时的读秒
game-no-clock = 本局没有可绘制时间条的计时。
game-nothing = 尚无记录。
game-part = 第{ $from }至{ $to }项，共{ $all }项
game-parts = 时间线分段
game-earlier = 更早
game-later = 更晚
game-amended = 已更正
game-no-findings = 规则未见异常，亦无裁决。
game-findings = 判定与裁决
game-overturned = 已撤销
game-fold = 全部折叠
game-unfold = 全部展开
penalty-name-forfeit-turn = 停一手
penalty-name-deduct-zi = 罚子
penalty-name-deduct-time = 罚时
penalty-name-lose-game = 判负
event-overturned = 裁决被撤销
event-struck-out = 已删除
event-set-apart = 单列
key-step = 后退、前进一手
key-ten = 后退、前进十手
key-ends = 开局、当前
key-go-to = 跳转到某手
key-incident = 下一事件、上一事件
key-fold = 全部折叠、展开
key-coordinates = 坐标
key-numbers = 手数编号
key-turn = 反转棋盘
key-tab = 着手、棋钟、时间线、判定

## Standings

criterion-total-score = 总分
criterion-points = 积分
criterion-opponents = 对手分
criterion-beaten = 胜者小分
criterion-warnings = 警告次数
criterion-wins = 胜局数
criterion-direct = 直接对局
criterion-sos = 对手分
criterion-sos1 = 去一最低对手分
criterion-sos2 = 去二最低对手分
criterion-sosos = 对手的对手分
criterion-sodos = 所胜对手分
criterion-cumulative = 累进分
criterion-boards = 逐台比较
criterion-rating = 等级分
criterion-playoff = 加赛
criterion-lot = 抽签
criterion-elimination = 较晚淘汰
unplaced-withdrew-before-start = 第一轮前退出
unplaced-results-void = 提前退出，全部成绩作废
pmax-scored = 实际最高积分
pmax-possible = 可能的最高积分
format-swiss = 积分编排制
format-round-robin = 单循环制
format-double-round-robin = 双循环制
format-multi-round-robin = 多循环制
format-knockout = 单败淘汰制
format-double-knockout = 双败淘汰制
format-multi-knockout = 多败淘汰制
format-swiss-knockout = 积分编排加淘汰制
format-match = 番棋
format-win-and-stay = 擂台赛
edition-cn-1988 = 围棋竞赛规则1988年版
edition-cn-2002 = 围棋竞赛规则2002年版

# An anti-cheating review: its report and its page.
review-title = 审查 {$review}：报告
review-not-a-verdict = 本报告只列出数字及其依据，不对任何人的行为下结论。后续由有权裁决者决定。
review-done = 做了什么
review-figures = 数字与对照
review-moves = 值得细看的着手
review-clears = 对棋手有利的情况
review-limits = 方法的局限
review-course = 审查经过
review-notes = 审查人意见
review-answers = 棋手的陈述
review-conclusions = 结论与申诉
review-evidence = 证据
review-player = 棋手{$label}
review-tournament = 比赛
review-occasion = 起因
review-question = 问题
review-reviewers = 审查人
review-games = 对局
review-standard = 证明标准
review-opened-at = 开始时间
review-status = 状态
review-status-open = 进行中
review-status-concluded = 已结束
review-status-appealed = 申诉中
review-method = 方法 {$number}：{$name}
review-method-rule = 统计前先剔除：第1至{$opening}手；一方胜率不低于{$settled}%的着手；其他各手都比首选至少多损{$forced}目的着手；引擎访问次数少于{$visits}的局面。与首选相当：损失不超过{$near}目。快手：少于{$quick}毫秒。不足{$moves}手的数字不予给出；z值需要{$group}个成员。
review-method-changed = 已变更：{$reason}
review-engine = 引擎
review-engine-said = {$program} {$version}，网络{$network}，每局面{$visits}次访问，{$when}
review-no-engine = 没有可用的引擎结果：仅有用时数字。
review-group = 对照组
review-group-said = {$name}：{$members}个成员
review-no-group = 未指定或不可用：不作比较。
review-computed = 由{$program}依据比赛记录至第{$seq}条计算。
review-figure = 数字
review-whose-subject = 在这些对局中
review-whose-opponent = 对手
review-whose-other-games = 其他对局
review-whose-reference = 对照组
review-z = z值
review-too-few = 太少（n {$n}）
review-value = {$value} ± {$spread}（n {$n}）
review-figure-time-mean-s = 每手用时均值（秒）
review-figure-time-median-s = 每手用时中位数（秒）
review-figure-quick-share = 快手比例
review-figure-time-variation = 用时的不均匀度（标准差/均值）
review-figure-time-unknown-share = 用时不明的比例
review-figure-time-choice-correlation = 用时与选择余地的等级相关
review-figure-first-choice-share = 引擎首选比例
review-figure-first-choice-weighted = 同上，按选择余地加权
review-figure-near-equal-share = 与首选相当的比例
review-figure-rank-mean = 在引擎选点中的名次均值
review-figure-points-lost-mean = 每手损失目数均值
review-figure-left-out-share = 剔除的着手比例
review-times-drawn = 各用时段的着手数
review-members-drawn = {$figure}：对照组与该棋手
review-no-moves = 没有特别列出的着手。
review-move = {$game}，第{$number}手：{$point}
review-move-said = 名次{$rank}，损失{$lost}目，选择余地{$choice}目，用时{$time}
review-move-first = A：引擎首选
review-unknown = 不明
review-moves-rule = 每位棋手列出计入统计、选择余地最大的着手：与首选一致的{$count}手及损失最大的{$count}手。
review-absences = 离席
review-absence = {$game}：{$from}至{$until}离席，其后第{$next}手，{$choices}
review-absence-none = 没有离席记录。
review-absence-rank = 为引擎的第{$rank}选
review-absence-unranked = 不在引擎选点之列或不明
review-clear-within = {$figure}：{$value}在对照组的一个标准差之内（z {$z}）。
review-clear-other = {$figure}：{$value}，该棋手其他对局为{$other}。
review-clear-opponent = {$figure}：{$value}，同局对手为{$other}。
review-clear-lost = 计入的{$of}手中有{$count}手各损失{$points}目以上。
review-clear-seat = 这些对局中没有离席记录。
review-clear-none = 从数字中没有得出此类情况；这也并不说明对棋手不利。
review-limit-agreement = 与引擎一致说明着手的好坏，不说明它如何得来。强手常与引擎一致，有些对局几乎全部一致。
review-limit-chosen = 看到数字之后才选定的门槛或区间不能证明任何事。上述方法事先确定，每次变更都有记录。
review-limit-engine = 换一个引擎、网络或访问次数，数字就会不同。访问次数少则引擎的选择不可靠。
review-limit-moves = 同一局的着手彼此相关：单局的离散程度所说明的，少于其手数所示。
review-limit-many = 查看许多棋手时，仅凭偶然也会出现不寻常的数字。z值只说明与对照组的距离，不说明原因。
review-limit-time = 用时以记录为准；记录没有的即为不明，不予计入。迟录的按钟会使用时在着手之间移动。
review-note-sealed = 已封存，尚未打开
review-note-none = 尚无
review-declined = 已询问，选择不作陈述
review-asked = 询问：{$put}
review-conclusion-not-met = 未达到证明标准
review-conclusion-referred = 连同证据移交裁决者
review-conclusion-undetermined = 不足以判断
review-concluded-by = {$conclusion}（标准：{$standard}）
review-rests-on = 依据条目：{$entries}
review-appeal = 申诉
review-until = 将于{$date}删除
review-names-blind = 在揭示之前以字母称呼棋手。
review-print = 打印用报告
review-page = 公平竞赛审查
review-looks = 查阅记录
review-looks-said = 每次查看本页都记录在审查账本中。
review-times-strip = 每手用时
review-recorded = 已记录的数字
review-recorded-none = 尚未记录。
